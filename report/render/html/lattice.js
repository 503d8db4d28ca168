// SPDX-License-Identifier: MIT
// Jobs by inclusion of their sets of preemption points: small sets below, a line to the next larger
// ones.
import { byId, el, put, svg } from "./dom.js";

export const JOB_STATES = {
	done: { sign: "✓", text: "every schedule was run, without a bug" },
	"found-bug": { sign: "✖", text: "a schedule fails" },
	limited: { sign: "≈", text: "came to its end, but something weakens what that shows" },
	running: { sign: "▶", text: "was being explored" },
	suspended: { sign: "‖", text: "begun, put aside" },
	pending: { sign: "○", text: "not begun" },
	pruned: { sign: "⊂", text: "covered: a job that contains it was completed" },
	cancelled: { sign: "−", text: "contains a bug that was found already, or was given up for a larger one" },
	failed: { sign: "!", text: "its worker died again and again" },
};

const WIDTH = 44, HEIGHT = 40, LEVEL = 22, PER_ROW = 20;

// What a set has, as words. "memory" is every access: it contains every point.
function members(job) {
	return new Set([...job.pps.classes, ...job.pps.points.map((p) =>
		[p.pc, p.callsite || "", p.thread ?? ""].join("/"))]);
}

function covered(point, set) {
	const [pc] = point.split("/");
	return set.has(point) || set.has(pc + "//") || (point.includes("/") && set.has("memory"));
}

function within(a, b) {
	for (const m of a)
		if (!covered(m, b))
			return false;
	return true;
}

// [[smaller, larger]] without those that follow from others.
export function coverings(jobs) {
	const sets = jobs.map(members);
	const size = jobs.map((j, i) => sets[i].has("memory") ? Infinity : sets[i].size);
	const edges = [];
	jobs.forEach((_, i) => {
		const below = jobs.map((__, k) => k).filter((k) => k !== i && within(sets[k], sets[i]) && !within(sets[i], sets[k]))
			.sort((p, q) => size[q] - size[p]);
		const kept = [];
		for (const k of below)
			if (!kept.some((m) => within(sets[k], sets[m]))) {
				kept.push(k);
				edges.push([k, i]);
			}
	});
	return edges;
}

// Rows from the top: larger sets first, a wide level in several rows.
function layout(jobs, edges) {
	const depth = jobs.map(() => 0);
	const order = [...edges].sort((a, b) => members(jobs[a[0]]).size - members(jobs[b[0]]).size);
	for (let round = 0, moved = true; moved && round <= jobs.length; round++) {
		moved = false;
		for (const [low, high] of order)
			if (depth[high] <= depth[low]) {
				depth[high] = depth[low] + 1;
				moved = true;
			}
	}
	const most = Math.max(0, ...depth);
	const rows = [];
	for (let level = most; level >= 0; level--) {
		const here = jobs.map((_, i) => i).filter((i) => depth[i] === level);
		for (let i = 0; i < here.length; i += PER_ROW)
			rows.push({ first: i === 0, jobs: here.slice(i, i + PER_ROW) });
	}
	return rows;
}

function node(job, x, y, onSelect) {
	const state = JOB_STATES[job.state] || { sign: "?", text: job.state };
	const label = "job " + job.id + ": " + job.state + ", " + job.pps.text;
	return svg("g", {
		class: "job-node " + job.state, transform: `translate(${x} ${y})`, tabindex: 0, role: "button",
		"aria-label": label, "data-job": job.id,
		on: {
			click: () => onSelect(job),
			focus: () => onSelect(job),
			keydown: (e) => {
				if (e.key === "Enter" || e.key === " ") {
					e.preventDefault();
					onSelect(job);
				}
			},
		},
	}, svg("title", null, label), svg("rect", { x: -18, y: -13, width: 36, height: 26, rx: 6 }),
	svg("text", { "text-anchor": "middle", y: 4 }, state.sign + job.id));
}

export function drawLattice(jobs, onSelect) {
	const edges = coverings(jobs);
	const rows = layout(jobs, edges);
	const widest = Math.max(1, ...rows.map((r) => r.jobs.length));
	const width = widest * WIDTH + 24;
	const place = new Map();
	let y = 20;
	rows.forEach((row, i) => {
		if (i)
			y += HEIGHT + (row.first ? LEVEL : 0);
		row.jobs.forEach((job, k) => place.set(job, { x: width / 2 + (k - (row.jobs.length - 1) / 2) * WIDTH, y }));
	});
	const lines = edges.map(([low, high]) => {
		const a = place.get(low), b = place.get(high);
		return svg("line", { x1: a.x, y1: a.y - 13, x2: b.x, y2: b.y + 13, class: "inclusion", "data-low": low, "data-high": high });
	});
	const chart = byId("lattice");
	chart.setAttribute("viewBox", `0 0 ${width} ${y + 24}`);
	chart.setAttribute("width", width);
	chart.setAttribute("height", y + 24);
	const nodes = jobs.map((job, i) => node(job, place.get(i).x, place.get(i).y, (chosen) => {
		for (const n of chart.querySelectorAll(".job-node"))
			n.classList.toggle("chosen", n.dataset.job === String(chosen.id));
		for (const l of lines)
			l.classList.toggle("chosen", l.dataset.low === String(i) || l.dataset.high === String(i));
		onSelect(chosen);
	}));
	put(chart, ...lines, ...nodes);
	const seen = new Set(jobs.map((j) => j.state));
	put(byId("job-legend"), ...Object.entries(JOB_STATES).filter(([name]) => seen.has(name))
		.map(([name, s]) => el("li", { class: name }, el("b", null, s.sign + " " + name), " " + s.text)));
}
