// SPDX-License-Identifier: MIT
// Executions and jobs over time.
import { count, el, svg } from "./dom.js";
import { duration, marks, rounded, whole } from "./numbers.js";

const H = 200, LEFT = 64, BOTTOM = 26, RIGHT = 12, TOP = 10;

function line(points, cls) {
	return svg("polyline", { points: points.map(([x, y]) => x.toFixed(1) + "," + y.toFixed(1)).join(" "), class: cls });
}

// series: [{name, class, of(point)}]; null: not known then.
function chart(W, title, points, series) {
	const last = points[points.length - 1].elapsed_s || 1;
	const most = Math.max(1, ...points.flatMap((p) => series.map((s) => s.of(p) || 0)));
	const upMarks = marks(most, 4), top = upMarks[upMarks.length - 1];
	const x = (t) => LEFT + t / last * (W - LEFT - RIGHT);
	const y = (v) => H - BOTTOM - v / top * (H - TOP - BOTTOM);
	const parts = upMarks.map((v) => svg("g", null,
		svg("line", { x1: LEFT, x2: W - RIGHT, y1: y(v), y2: y(v), class: "grid" }),
		svg("text", { x: LEFT - 6, y: y(v) + 4, "text-anchor": "end" }, rounded(v))));
	for (const t of marks(last, W / 130))
		if (t <= last)
			parts.push(svg("text", { x: x(t), y: H - 8, "text-anchor": t > last * 0.95 ? "end" : "middle" }, duration(t)));
	for (const s of series)
		parts.push(line(points.filter((p) => s.of(p) !== null).map((p) => [x(p.elapsed_s), y(s.of(p))]), "curve " + s.class));
	return el("figure", null,
		el("figcaption", null, title + ": ", series.map((s) => el("span", { class: "key " + s.class }, s.name))),
		svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": spokenChart(title, points, series) }, parts));
}

function spokenChart(title, points, series) {
	const end = points[points.length - 1];
	return title + " after " + duration(end.elapsed_s) + ": " +
		series.map((s) => s.name + " " + (s.of(end) === null ? "not known" : whole(s.of(end)))).join(", ");
}

// width: of what they are put into, so that their letters are as large as others.
export function progressCharts(points, width) {
	const wide = Math.max(280, Math.min(760, width));
	return [
		chart(wide, "executions", points, [
			{ name: "run", class: "first", of: (p) => p.executions },
			{ name: "estimated in all", class: "second", of: (p) => p.total },
		]),
		chart(wide, "jobs, races, findings", points, [
			{ name: "jobs ended", class: "first", of: (p) => p.jobs_ended },
			{ name: "jobs known", class: "second", of: (p) => p.jobs },
			{ name: "races", class: "third", of: (p) => p.races },
			{ name: "findings", class: "fourth", of: (p) => p.findings },
		]),
		el("p", { class: "faint" }, count(points.length - 1, "point") + " kept while it ran"),
	];
}
