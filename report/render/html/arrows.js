// SPDX-License-Identifier: MIT
// The drawing behind the rows that can be seen: a line for each thread, and arrows between steps.
import { hue } from "./model.js";
import { put, svg } from "./dom.js";

// How each kind looks without colour is in story.css; what it is called where it is told.
export const ARROWS = {
	race: { text: "races with", label: "race" },
	conflict: { text: "conflicts with", label: "conflict" },
	wake: { text: "wakes", back: "is woken by", label: "wakes" },
	lock: { text: "hands the lock to", back: "gets the lock from", label: "lock" },
	create: { text: "creates", back: "is created by", label: "creates" },
	join: { text: "is waited for by", back: "waits for", label: "joined" },
	free: { text: "frees what is used by", back: "uses what is freed by", label: "freed" },
};

// More than this cannot be told apart; those of the selected step come first.
const MOST = 120;

function head(kind) {
	return svg("marker", {
		id: "head-" + kind, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse",
		orient: "auto-start-reverse",
	}, svg("path", { d: "M0 0 L8 4 L0 8 z", class: "head " + kind }));
}

function heads() {
	return svg("defs", null, Object.keys(ARROWS).map(head));
}

// Down along its own lane, over, down along the other: texts stay free.
function path(from, to) {
	if (from.x === to.x) {
		const out = from.x - 14;
		return `M${from.x} ${from.y} C${out} ${from.y + 10} ${out} ${to.y - 10} ${to.x - 5} ${to.y}`;
	}
	const bend = Math.min(60, Math.max(12, (to.y - from.y) / 2));
	return `M${from.x} ${from.y + 6} C${from.x} ${from.y + bend} ${to.x} ${to.y - bend} ${to.x} ${to.y - 7}`;
}

function arrow(a, from, to, chosen, label) {
	const info = ARROWS[a.kind] || ARROWS.conflict;
	const kind = ARROWS[a.kind] ? a.kind : "conflict";
	const parts = [svg("path", {
		d: path(from, to), class: "arrow " + kind + (chosen ? " chosen" : ""),
		"marker-end": "url(#head-" + kind + ")",
		"marker-start": kind === "race" ? "url(#head-race)" : null,
	})];
	if (chosen && label)
		parts.push(svg("text", {
			x: (from.x + to.x) / 2 + 6, y: (from.y + to.y) / 2 + 4, class: "arrow-label " + kind,
		}, info.label));
	return svg("g", null, parts);
}

// How a thread's line looks in a row: it runs, it waits, it has not begun or has ended.
function laneState(schedule, thread, step) {
	if (schedule.step(step).thread === thread.id)
		return "runs";
	const state = schedule.stateAt(thread, step);
	if (state === "not started" || state === "has ended")
		return null;
	return state === "ready" ? "ready" : "waits";
}

// Neighbouring rows in the same state share one line.
function laneLines(view, thread, lane, first, last) {
	const lines = [];
	let from = first, state = null;
	const flush = (to) => {
		if (state)
			lines.push(svg("line", {
				x1: view.x(lane), x2: view.x(lane), y1: from * view.rowHeight, y2: to * view.rowHeight,
				class: "lane " + state + " " + hue(lane),
			}));
	};
	for (let i = first; i < last; i++) {
		const now = laneState(view.schedule, thread, view.rows[i].step);
		if (now === state)
			continue;
		flush(i);
		from = i;
		state = now;
	}
	flush(last);
	return lines;
}

// Arrows that have something to do with the rows first to last.
function arrowsIn(view, first, last) {
	const found = [];
	for (const a of view.schedule.arrows) {
		const from = view.rowOf[a.from], to = view.rowOf[a.to];
		if (from < 0 || to < 0 || from === to || Math.max(from, to) < first || Math.min(from, to) >= last)
			continue;
		const chosen = a.from === view.chosen || a.to === view.chosen;
		const inside = from >= first && to < last;
		found.push({ a, from, to, chosen, rank: (chosen ? 2 : 0) + (inside ? 1 : 0) });
	}
	return found.sort((p, q) => q.rank - p.rank);
}

// view: {schedule, rows, rowOf, rowHeight, x(lane), chosen, labels}. Returns how many arrows were left out.
export function draw(node, view, first, last) {
	const parts = [heads()];
	view.schedule.threads.forEach((thread, lane) => {
		parts.push(...laneLines(view, thread, lane, first, last));
	});
	const found = arrowsIn(view, first, last);
	const end = (step, row) => ({
		x: view.x(view.schedule.lane.get(view.schedule.step(step).thread)),
		y: (row + 0.5) * view.rowHeight,
	});
	for (const f of found.slice(0, MOST).reverse())
		parts.push(arrow(f.a, end(f.a.from, f.from), end(f.a.to, f.to), f.chosen, view.labels));
	put(node, ...parts);
	return Math.max(0, found.length - MOST);
}
