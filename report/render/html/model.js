// SPDX-License-Identifier: MIT
// A schedule with what the views ask of it: who holds what at a step, what is known of values, which
// switches and arrows belong to a step. Steps are numbered from 1, as in the JSON.

function grouped(list, key) {
	const map = new Map();
	for (const item of list) {
		const k = key(item);
		if (!map.has(k))
			map.set(k, []);
		map.get(k).push(item);
	}
	return map;
}

// The last entry of a list sorted by step that is not after the step.
function lastUpTo(entries, step) {
	let low = 0, high = entries.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (entries[middle].step <= step)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? entries[low - 1] : null;
}

// object -> [{step, value, was}] wherever a value of it was seen.
function valueLog(steps) {
	const log = new Map();
	steps.forEach((s, i) => {
		const value = s.after ?? s.before;
		if (s.object === null || s.object === undefined || value === null || value === undefined)
			return;
		if (!log.has(s.object))
			log.set(s.object, []);
		log.get(s.object).push({ step: i + 1, value });
	});
	return log;
}

// object -> [{step, holders}] whenever somebody gets or leaves it; readers may be several.
function holderLog(steps) {
	const log = new Map();
	const change = (object, step, next) => {
		if (!log.has(object))
			log.set(object, []);
		const entries = log.get(object);
		const now = entries.length ? entries[entries.length - 1].holders : [];
		entries.push({ step, holders: next(now) });
	};
	steps.forEach((s, i) => {
		if (s.releases !== null && s.releases !== undefined)
			change(s.releases, i + 1, (now) => {
				const at = now.indexOf(s.thread);
				return at < 0 ? now : now.filter((_, k) => k !== at);
			});
		if (s.acquires !== null && s.acquires !== undefined)
			change(s.acquires, i + 1, (now) => [...now, s.thread]);
	});
	return log;
}

// thread -> [first step, last step]
function spans(steps) {
	const map = new Map();
	steps.forEach((s, i) => {
		if (map.has(s.thread))
			map.get(s.thread)[1] = i + 1;
		else
			map.set(s.thread, [i + 1, i + 1]);
	});
	return map;
}

// Where nothing was recorded.
const NO_STEP = { thread: null, op: "", text: "", object: null, stack: null, flags: [], slice: true };

export class Schedule {
	// part: the story itself or its passing schedule; tables: the story, whose tables both use.
	constructor(part, tables) {
		this.tables = tables;
		this.threads = part.threads || tables.threads;
		this.steps = part.steps;
		this.switches = part.switches || [];
		this.waits = part.waits || [];
		this.arrows = part.arrows || [];
		this.waitsOf = grouped(this.waits.map((w) => ({ ...w, step: w.from }))
			.sort((a, b) => a.step - b.step), (w) => w.thread);
		this.partsAt = tables.passing && tables.passing.parts_at || null;
		this.lane = new Map(this.threads.map((t, i) => [t.id, i]));
		this.switchesAt = grouped(this.switches, (s) => s.step);
		this.choicesAt = grouped(part.choices || [], (c) => c.step);
		this.values = valueLog(this.steps);
		this.holders = holderLog(this.steps);
		this.spans = spans(this.steps);
		this.arrowsOf = new Map();
		for (const a of this.arrows)
			for (const step of a.from === a.to ? [a.from] : [a.from, a.to]) {
				if (!this.arrowsOf.has(step))
					this.arrowsOf.set(step, []);
				this.arrowsOf.get(step).push(a);
			}
	}

	step(n) {
		return this.steps[n - 1] || NO_STEP;
	}

	objectName(index) {
		return this.tables.objects[index].name;
	}

	frames(stack) {
		if (stack === null || stack === undefined)
			return [];
		return this.tables.stacks[stack].map((i) => this.tables.frames[i]);
	}

	// The frame whose source a reader wants to see: the program's own, innermost.
	place(stack) {
		const frames = this.frames(stack).filter((f) => f.file !== null && f.file !== undefined);
		return frames.find((f) => !f.library) || frames[0] || null;
	}

	placeText(frame) {
		if (!frame)
			return "";
		const path = this.tables.files[frame.file].path;
		return path.slice(path.lastIndexOf("/") + 1) + ":" + frame.line;
	}

	// What is known of objects after the step, those used last first.
	valuesAt(step) {
		const known = [];
		for (const [object, entries] of this.values) {
			const entry = lastUpTo(entries, step);
			if (entry)
				known.push({ object, step: entry.step, value: entry.value });
		}
		return known.sort((a, b) => b.step - a.step);
	}

	// [{object, holders}] after the step, held ones only.
	holdersAt(step) {
		const held = [];
		for (const [object, entries] of this.holders) {
			const entry = lastUpTo(entries, step);
			if (entry && entry.holders.length)
				held.push({ object, holders: entry.holders });
		}
		return held;
	}

	// What the thread is blocked at after the step, or null; it waits for one thing at a time.
	waitAt(thread, step) {
		const wait = lastUpTo(this.waitsOf.get(thread) || [], step);
		return wait && (wait.to === null || wait.to === undefined || wait.to > step) ? wait : null;
	}

	// "not started", "running", "waits for m", …: a thread after the step.
	stateAt(thread, step) {
		const span = this.spans.get(thread.id);
		const begun = Math.min(thread.created_by ?? Infinity, span ? span[0] : Infinity);
		const wait = this.waitAt(thread.id, step);
		if (wait)
			return wait.text;
		if (this.step(step).thread === thread.id)
			return "runs";
		if (step < begun && thread.id !== this.step(1).thread)
			return "not started";
		if (span && step >= span[1]) {
			if (thread.end === "exited")
				return "has ended";
			if (thread.waits_for)
				return thread.waits_for;
			return thread.end === "running" ? "ready" : thread.end;
		}
		return "ready";
	}
}

// Eight shapes that differ without colour; the number is always next to them.
const SHAPES = ["●", "■", "▲", "◆", "★", "✚", "▼", "○"];

export function shape(lane) {
	return SHAPES[lane % SHAPES.length];
}

export function hue(lane) {
	return "hue" + lane % SHAPES.length;
}
