// SPDX-License-Identifier: MIT
// Reports to show in a browser: made up, of the shape that docs/report.md describes.

// Builds the tables of a report while steps are told.
class Teller {
	constructor() {
		this.files = [];
		this.frames = [];
		this.stacks = [];
		this.objects = [];
		this.known = new Map();
	}

	once(kind, key, list, make) {
		const id = kind + "\0" + key;
		if (!this.known.has(id)) {
			this.known.set(id, list.length);
			list.push(make());
		}
		return this.known.get(id);
	}

	file(path, lines) {
		return this.once("file", path, this.files, () => ({ path, first: 1, lines }));
	}

	frame(fn, file, line) {
		return this.once("frame", fn + file + ":" + line, this.frames, () =>
			({ function: fn, file, line, column: 9, inlined: false, library: file === null }));
	}

	stack(...frames) {
		return this.once("stack", frames.join(), this.stacks, () => frames);
	}

	object(name, kind) {
		const addr = "0x" + (0x404000 + this.objects.length * 16).toString(16);
		return this.once("object", name, this.objects, () => ({ name, kind, addr }));
	}
}

const step = (thread, op, text, object, stack, more) =>
	({ thread, op, text, object, addr: "0x404010", size: 8, before: null, after: null, stack, flags: [], slice: true, ...more });

const queueSource = [
	"#include \"queue.h\"", "", "struct node *head;", "pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;", "",
	"/* Gives the first value, or -1. */", "int take(void)", "{", "\tstruct node *n = head;", "\tif (!n)", "\t\treturn -1;",
	"\tint value = n->value;", "\tpthread_mutex_lock(&lock);", "\thead = n->next;", "\tpthread_mutex_unlock(&lock);", "\tfree(n);",
	"\treturn value;", "}", "", "static void *taker(void *arg)", "{", "\tint *sum = arg;", "\t*sum += take();", "\treturn NULL;", "}",
	"", "int main(void)", "{", "\tstart(taker);", "\tstart(taker);", "\tjoin_all();", "\treturn 0;", "}",
];

// Two threads take the same node: one frees it, the other one reads it.
export function small() {
	const t = new Teller();
	const file = t.file("src/queue.c", queueSource);
	const main = (line) => t.stack(t.frame("main", file, line));
	const take = (line) => t.stack(t.frame("take", file, line), t.frame("taker", file, 23), t.frame("start_thread", null, 0));
	const head = t.object("head", "variable"), value = t.object("head->value", "heap"), node = t.object("*head", "heap");
	const lock = t.object("lock", "mutex"), scratch = t.object("scratch", "variable");
	const begin = [
		step(0, "write", "writes head: NULL → 0x5550", head, main(28), { before: "NULL", after: "0x5550", slice: true }),
		...Array.from({ length: 6 }, (_, i) => step(0, "write", "writes scratch: " + i, scratch, main(28), { before: String(i - 1), after: String(i), slice: false })),
		step(0, "create", "creates T1 (taker)", null, main(29)),
		step(0, "create", "creates T2 (taker)", null, main(30)),
	];
	const taking = (thread, also) => [
		step(thread, "read", "reads head: 0x5550", head, take(9), { before: "0x5550", after: "0x5550" }),
		...also,
		step(thread, "read", "reads head->value: 7", value, take(12), { before: "7", after: "7" }),
		step(thread, "lock", "locks lock", lock, take(13), { acquires: lock }),
		step(thread, "write", "writes head: 0x5550 → NULL", head, take(14), { before: "0x5550", after: "NULL" }),
		step(thread, "unlock", "unlocks lock", lock, take(15), { releases: lock }),
		step(thread, "free", "frees *head", node, take(16)),
	];
	const failing = [
		...begin,
		step(1, "read", "reads head: 0x5550", head, take(9), { before: "0x5550", after: "0x5550" }),
		...taking(2, []),
		step(1, "read", "reads head->value: freed memory", value, take(12), { flags: ["failed"] }),
	];
	const passing = [
		...begin, ...taking(1, []),
		step(2, "read", "reads head: NULL", head, take(9), { before: "NULL", after: "NULL" }),
		step(0, "join", "waits for T1: it has ended", null, main(31)),
	];
	const threads = (one, two) => [
		{ id: 0, name: "main", start: "main", created_by: null, end: "blocked", waits_for: "waits for T1 to end" },
		{ id: 1, name: "taker", start: "taker", created_by: 8, end: one, waits_for: null },
		{ id: 2, name: "taker", start: "taker", created_by: 9, end: two, waits_for: null },
	];
	return {
		schema: "scree-report/1", scree: "0.1.0", program: "./queue", args: ["--takers", "2"], build_id: "00ff",
		replay: "scree replay scree-findings/queue-1", gdb: "scree replay scree-findings/queue-1 --gdb",
		finding: {
			kind: "use-after-free", severity: "error", message: "read of 4 bytes of freed memory at 0x5550 (head->value)",
			headline: "T1 was preempted between queue.c:9 and queue.c:12, while T2 freed the node that it was about to read",
			thread: 1, stack: take(12), notes: [{ text: "freed by T2", thread: 2, stack: take(16) }, { text: "allocated by T0", thread: 0, stack: main(28) }],
		},
		minimised: { from: { preemptions: 3, switches: 9 }, to: { preemptions: 1, switches: 3 }, complete: true, text: "1 preemption shows it, which is the fewest (3 when it was found)." },
		threads: threads("running", "exited"), files: t.files, frames: t.frames, stacks: t.stacks, objects: t.objects,
		steps: failing,
		switches: [
			{ step: 10, from: 0, to: 1, reason: "blocked", necessary: null, text: "T0 waits for T1 to end" },
			{ step: 11, from: 1, to: 2, reason: "preempted", necessary: true, text: "T1 is preempted at queue.c:12, before it reads head->value" },
			{ step: 17, from: 2, to: 1, reason: "exit", necessary: null, text: "T2 ends" },
		],
		choices: [{ step: 12, kind: "user", text: "scree_choose(2) gives 1" }],
		arrows: [
			{ from: 8, to: 10, kind: "create" }, { from: 9, to: 11, kind: "create" }, { from: 10, to: 14, kind: "race" },
			{ from: 1, to: 10, kind: "conflict" }, { from: 16, to: 17, kind: "free" },
		],
		waits: [{ thread: 0, object: null, from: 10, to: null, text: "waits for T1 to end" }],
		passing: {
			threads: threads("exited", "running"), steps: passing,
			switches: [{ step: 10, from: 0, to: 1, reason: "blocked", necessary: null, text: "T0 waits for T1 to end" },
				{ step: 16, from: 1, to: 2, reason: "exit", necessary: null, text: "T1 ends" },
				{ step: 17, from: 2, to: 0, reason: "exit", necessary: null, text: "T2 ends" }],
			choices: [], arrows: [{ from: 14, to: 16, kind: "conflict" }, { from: 14, to: 16, kind: "lock" }],
			waits: [{ thread: 0, object: null, from: 10, to: 16, text: "waits for T1 to end" }],
			parts_at: 11, text: "The nearest schedule that passes lets T1 go on at step 11.",
		},
		truncated: null,
	};
}

// n steps of five threads that count under a lock.
export function large(n) {
	const t = new Teller();
	const lines = Array.from({ length: 3000 }, (_, i) => "\t/* line " + (i + 1) + " */ counters[" + i % 50 + "]++;");
	const file = t.file("src/counters.c", lines);
	const steps = [], switches = [], arrows = [], waits = [];
	let before = null;
	for (let i = 1; i <= n; i++) {
		const thread = 1 + Math.floor(i / 7) % 5;
		const object = t.object("counters[" + i % 50 + "]", "variable");
		const stack = t.stack(t.frame("count", file, 1 + i * 13 % 3000), t.frame("worker", file, 5));
		const phase = i % 7, lock = t.object("lock", "mutex");
		const slice = i % 20 < 4;
		if (phase === 0)
			steps.push(step(thread, "lock", "locks lock", lock, stack, { acquires: lock, slice }));
		else if (phase === 6)
			steps.push(step(thread, "unlock", "unlocks lock", lock, stack, { releases: lock, slice }));
		else
			steps.push(step(thread, "write", "writes counters[" + i % 50 + "]: " + (i - 50) + " → " + i, object, stack, { before: String(i - 50), after: String(i), slice }));
		if (thread !== before) {
			switches.push({ step: i, from: before, to: thread, reason: i % 3 ? "blocked" : "preempted", necessary: i === 3003 ? true : null, text: "T" + before + " makes room" });
			if (i > 7) {
				arrows.push({ from: i - 1, to: i, kind: "lock" });
				waits.push({ thread, object: lock, from: i - 5, to: i, text: "waits for lock, which T" + before + " holds" });
			}
		}
		if (i > 50 && i % 2)
			arrows.push({ from: i - 50, to: i, kind: "conflict" });
		before = thread;
	}
	const thread = (id) => ({ id, name: "worker", start: "worker", created_by: null, end: "running", waits_for: null });
	return {
		...small(), program: "./counters", args: [], files: t.files, frames: t.frames, stacks: t.stacks, objects: t.objects,
		finding: { kind: "assertion", severity: "error", message: "assertion failed: sum == n", headline: "", thread: 1, stack: 0, notes: [] },
		threads: [1, 2, 3, 4, 5].map(thread), steps, switches, choices: [], arrows, waits, passing: null,
		truncated: { steps_in_all: n * 3 },
	};
}

export const HOSTILE = [
	"</script><script>window.broken = 1</script>", "<img src=x onerror='window.broken = 2'>", "<!--<script>", "]]>",
	"\"quotes' and \\backslashes\\", "\u0000\u0001\u001b[31mred\u007f", "bad\ufffdbytes", "line\u2028ends\u2029here",
	"\u202eright to left", "@DATA@", "{{7*7}} ${7*7}", "javascript:alert(1)", "__proto__", "constructor",
];

// Every string of a report that comes from the program is hostile.
export function hostile() {
	const story = small();
	let next = 0;
	const bad = () => HOSTILE[next++ % HOSTILE.length];
	const everything = HOSTILE.join(" ");
	story.program = everything;
	story.args = HOSTILE;
	story.finding.message = everything;
	story.finding.headline = everything;
	story.finding.kind = bad();
	story.finding.notes.forEach((n) => { n.text = everything; });
	story.minimised.text = everything;
	story.passing.text = everything;
	story.replay = everything;
	story.gdb = everything;
	story.objects.forEach((o) => { o.name = bad(); });
	story.frames.forEach((f) => { f.function = bad(); });
	story.files.forEach((f) => {
		f.path = "src/" + HOSTILE[0];
		f.lines = f.lines.map(bad);
	});
	for (const run of [story, story.passing]) {
		run.steps.forEach((s) => {
			s.text = bad();
			s.before = bad();
			s.after = bad();
			s.flags = [bad()];
		});
		run.switches.forEach((s) => { s.text = bad(); });
		run.choices.forEach((c) => { c.text = bad(); });
		run.waits.forEach((w) => { w.text = bad(); });
		run.threads.forEach((thread) => {
			thread.name = bad();
			thread.start = bad();
			thread.waits_for = bad();
		});
	}
	return story;
}

// What `scree check --json` says of a run, with its history.
export function run(text = (s) => s) {
	const point = (line) => ({ function: text("take"), file: text("queue.c"), line, pc: "0x" + (0x401000 + line).toString(16) });
	const sync = ["yield", "create", "join", "lock", "unlock", "signal", "sem", "barrier", "atomic", "preempt"];
	const job = (id, origin, state, classes, points, more) => ({
		id, origin, state, complete: state === "done", pps: { text: text([...classes.slice(1), ...points.map((l) => "queue.c:" + l)].join(", ") || "yield"), classes, points: points.map(point) },
		executions: 12 * (id + 1) ** 2, cpu_s: 0.3 * id, estimate: null, suspensions: 0, parts: 1, bugs: 0, limit: null, ended_by: null, ...more,
	});
	const jobs = [
		job(0, "seed", "done", ["yield"], []), job(1, "seed", "done", sync, []), job(2, "seed", "pruned", ["yield", "create"], [], { ended_by: 1 }),
		job(3, "seed", "pruned", ["yield", "lock"], [], { ended_by: 1 }), job(4, "seed", "pruned", ["yield", "unlock"], [], { ended_by: 1 }),
		job(5, "seed", "pruned", ["yield", "lock", "unlock"], [], { ended_by: 1 }), job(6, "small", "found-bug", ["yield"], [12], { bugs: 1 }),
		job(7, "big", "cancelled", sync, [12], { ended_by: 6 }), job(8, "small", "done", ["yield"], [9]), job(9, "big", "suspended", sync, [9], { estimate: { executions: 83211, seconds_left: 12 }, suspensions: 2 }),
		job(10, "big", "pending", sync, [9, 14]), job(11, "maximal", "cancelled", [...sync, "memory"], [], { ended_by: 6, parts: 2 }),
	];
	const access = (thread, op, line, locks) => ({ thread, op, writes: op === "write", ...point(line), column: 2, generation: 0, locks });
	const race = (cls, fate, order, lines) => ({
		class: cls, fate, suppressed: null, order, execution: 3, nondeterministic: true, addr: "0x404010", object: text("head"), stack: [],
		accesses: [access(1, "read", lines[0], []), access(2, "write", lines[1], [{ kind: "mutex", addr: "0x404020", object: text("lock"), shared: false }])],
	});
	const list = [race("data-race", "benign", "both", [9, 14]), race("data-race", "buggy", "both", [12, 16]), race("order-dependent", "untested", "single", [9, 23]), { ...race("order-dependent", null, "single", [9, 9]), suppressed: "recycled" }];
	return {
		schema: 1, scree: "0.1.0", command: "check", program: text("./queue"), args: [text("--takers"), "2"], build_id: "00ff", verdict: "finding",
		verdict_text: text("finding: 1 schedule fails") + "\nthis means: the program is wrong\nbuggy: 1 race:\n  head->value: read at queue.c:12 in take\n",
		run_dir: text("scree-runs/queue-1"), error: null, executions: 7800, events: 412345, choices: 99000, threads: 3, snapshot_bytes: 134848, exit_status: null,
		elapsed_s: 9.7, cpu_s: 15.5, peak_rss_kb: 4000, complete: false, counters: { loops_bounded: 3, other: 0 }, mode: "deepen", workers: 2, budget_s: 60, jobs,
		findings: [{
			kind: "use-after-free", severity: "error", message: text("read of freed memory"), thread: 1, function: text("take"), file: text("queue.c"), line: 12, column: 3,
			execution: 411, count: 2, switches: 3, preemptions: 1, stack: [{ ...point(12), inlined: false }], notes: [], path: "f-1", replay: text("scree replay f-1"),
		}],
		races: { mode: "limited", total: 4, data_races: 2, suppressed: { recycled: 1, initialization: 0 }, list },
		history: Array.from({ length: 30 }, (_, i) => ({
			elapsed_s: (i + 1) / 3, executions: 7800 * (i + 1) / 30, total: i < 4 ? null : 90000 - 100 * i, jobs: Math.min(12, 3 + i), jobs_ended: Math.min(8, i >> 1), races: Math.min(4, i >> 2), findings: i > 20 ? 1 : 0,
		})),
	};
}

export function hostileRun() {
	const everything = HOSTILE.join(" ");
	return run((s) => s + " " + everything);
}
