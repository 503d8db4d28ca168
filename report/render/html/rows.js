// SPDX-License-Identifier: MIT
// Which rows the lanes have: steps, switches between them, and stretches that are folded up.
//
// filter: {collapse, hidden: Set of thread ids, variable: text, open: Set of first steps of
// stretches that were unfolded}.

function matcher(schedule, filter) {
	const wanted = filter.variable.trim().toLowerCase();
	const objects = new Set();
	if (wanted)
		schedule.tables.objects.forEach((o, i) => {
			if (o.name.toLowerCase().includes(wanted))
				objects.add(i);
		});
	return (step) => !filter.hidden.has(step.thread) && (!wanted || objects.has(step.object) ||
		objects.has(step.acquires) || objects.has(step.releases));
}

// The first step of the stretch that a step without meaning for the failure lies in: it goes on over
// switches unless one of them is necessary.
class Folder {
	constructor(rows, open) {
		this.rows = rows;
		this.open = open;
		this.gap = null;
	}

	take(n, switches) {
		const necessary = switches.some((s) => s.necessary);
		if (!this.gap || necessary) {
			this.gap = { type: "gap", step: n, from: n, to: n, steps: 0, switches: 0 };
			for (const s of switches)
				this.rows.push({ type: "switch", step: n, switch: s });
			if (!this.open.has(n))
				this.rows.push(this.gap);
		} else {
			this.gap.switches += switches.length;
		}
		this.gap.to = this.gap.step = n;
		this.gap.steps++;
		return !this.open.has(this.gap.from);
	}
}

// A switch whose thread has more to do is shown where it cuts a stretch that is unfolded.
function addSwitches(rows, n, switches, folder) {
	for (const s of switches)
		if (!(folder.gap && folder.gap.from === n))
			rows.push({ type: "switch", step: n, switch: s });
}

function addStep(rows, schedule, n) {
	for (const choice of schedule.choicesAt.get(n) || [])
		rows.push({ type: "choice", step: n, choice });
	rows.push({ type: "step", step: n });
}

// A stretch of one step takes no less room than the step.
function unfoldSingles(rows) {
	rows.forEach((row, i) => {
		if (row.type === "gap" && row.steps === 1)
			rows[i] = { type: "step", step: row.from };
	});
}

// The last step of a failing schedule is the finding itself, where the recording has it.
export function isFailing(step) {
	return (step.flags || []).includes("failing");
}

// {rows, rowOf, matching}: rowOf[n] is the row of step n, or of what hides it, or -1.
export function makeRows(schedule, filter, comparing, finding) {
	const rows = [];
	const rowOf = new Int32Array(schedule.steps.length + 2).fill(-1);
	const matches = matcher(schedule, filter);
	// Where nothing is known to matter, there is nothing to fold up the rest for.
	const fold = filter.collapse && !filter.variable.trim() && schedule.steps.some((s) => s.slice);
	const folder = new Folder(rows, filter.open);
	let matching = 0;
	schedule.steps.forEach((step, i) => {
		const n = i + 1;
		if (comparing && n === schedule.partsAt) {
			rows.push({ type: "part", step: n });
			folder.gap = null;
		}
		if (!matches(step))
			return;
		matching++;
		const switches = schedule.switchesAt.get(n) || [];
		const local = fold && !step.slice && !schedule.choicesAt.has(n) && !isFailing(step);
		if (local && folder.take(n, switches)) {
			rowOf[n] = rows.length - 1;
			return;
		}
		addSwitches(rows, n, switches, folder);
		if (!local)
			folder.gap = null;
		addStep(rows, schedule, n);
		rowOf[n] = rows.length - 1;
	});
	for (const s of schedule.switchesAt.get(schedule.steps.length + 1) || [])
		rows.push({ type: "switch", step: schedule.steps.length, switch: s });
	unfoldSingles(rows);
	const last = schedule.steps[schedule.steps.length - 1];
	if (finding && !(last && isFailing(last))) {
		rows.push({ type: "end", step: schedule.steps.length, finding });
		rowOf[schedule.steps.length + 1] = rows.length - 1;
	}
	return { rows, rowOf, matching };
}

// Rows that can be selected; switches are told with the step that follows them.
export function selectable(row) {
	return row.type === "step" || row.type === "gap" || row.type === "end";
}
