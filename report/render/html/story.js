// SPDX-License-Identifier: MIT
// The page of one finding: puts the parts together.
import { announce, byId, count, el, embedded, put, show, visible } from "./dom.js";
import { command } from "./commands.js";
import { fillDetails } from "./details.js";
import { Lanes } from "./lanes.js";
import { makeRows } from "./rows.js";
import { Schedule } from "./model.js";
import { Source } from "./source.js";
import { startFilter } from "./filter.js";
import { openHelp, startKeys } from "./keys.js";
import { startTheme, toggleTheme } from "./theme.js";

const story = embedded();
const failing = new Schedule(story, story);
const passing = story.passing ? new Schedule(story.passing, story) : null;
const source = new Source(byId("source"), byId("source-title"));
let comparing = false;
let active; // the lanes that keys move in
let left, right;

// ---- the head of the page ----

function fillHead() {
	const f = story.finding;
	const error = f.severity !== "warning";
	document.title = visible(f.kind + ": " + story.program) + " — scree";
	put(byId("kind"), (error ? "✖ " : "⚠ ") + f.kind);
	byId("kind").classList.add(error ? "error" : "warning");
	put(byId("headline"), f.headline || f.message);
	put(byId("message"), f.headline && !f.headline.includes(f.message) ? f.message : "");
	put(byId("program"), el("code", null, [story.program, ...story.args || []].join(" ")));
	put(byId("version"), "scree " + story.scree);
	const sentences = [];
	if (story.minimised)
		sentences.push(story.minimised.text);
	if (story.passing && story.passing.text)
		sentences.push(story.passing.text);
	if (story.truncated)
		sentences.push("Only the last " + count(story.steps.length, "step") + " of " +
			story.truncated.steps_in_all.toLocaleString("en") + " are in this report.");
	put(byId("sentences"), ...sentences.map((s) => el("p", null, s)));
	put(byId("commands"),
		...[["replay", story.replay], ["gdb", story.gdb]].filter(([, c]) => c).map(([n, c]) => command(n, c)));
}

function fillNecessary() {
	const needed = failing.switches.filter((s) => s.necessary);
	show(byId("necessary"), needed.length > 0);
	put(byId("necessary-list"), ...needed.map((s) => el("li", null,
		el("button", { type: "button", class: "link", on: { click: () => goTo(left, s.step) } },
			"⚡ before step " + s.step), " " + (s.text || ""))));
}

function fillNotes() {
	put(byId("notes"), ...(story.finding.notes || []).map((n) => {
		// A loop is told by all of its places, anything else by where it happened.
		const frames = n.loop ? failing.frames(n.stack) : [failing.place(n.stack)];
		return el("li", null, n.text, frames.filter((f) => f && f.file !== null).map((f, i) => [i ? ", " : " at ",
			el("button", { type: "button", class: "link", on: { click: () => showSource(failing, f, null) } },
				failing.placeText(f))]));
	}));
	show(byId("notes-section"), (story.finding.notes || []).length > 0);
}

// ---- selecting ----

// Where each thread stands after the step: its last place in the file.
function stands(schedule, file, n) {
	const last = new Map();
	for (let i = n; i >= 1 && last.size < schedule.threads.length && i > n - 2000; i--) {
		const s = schedule.step(i);
		if (!last.has(s.thread))
			last.set(s.thread, schedule.place(s.stack));
	}
	return [...last].filter(([, f]) => f && f.file === file)
		.map(([thread, f]) => ({ thread, line: f.line, lane: schedule.lane.get(thread) }));
}

function showSource(schedule, frame, n) {
	source.show(story, frame, frame && n ? stands(schedule, frame.file, n) : []);
}

function selected(lanes, step, row) {
	const schedule = lanes.schedule;
	active = lanes;
	byId("which").textContent = comparing ? (lanes === left ? "failing schedule" : "passing schedule") : "";
	const frame = fillDetails(schedule, row, {
		frame: (f) => showSource(schedule, f, step),
		step: (n) => goTo(lanes, n),
	});
	showSource(schedule, frame, step);
	if (comparing)
		follow(lanes, step);
	if (document.activeElement !== lanes.scroller)
		announce(lanes.spoken(lanes.selected));
}

// Up to where they part, the two schedules are the same: both show the same step.
function follow(lanes, step) {
	const other = lanes === left ? right : left;
	other.selectStep(Math.min(step, story.passing.parts_at || 1, other.schedule.steps.length), true);
}

// A step that a filter or a fold hides is unfolded.
function goTo(lanes, step) {
	const row = lanes.rows[lanes.rowOf[step]];
	if (row && row.type === "gap")
		unfold(row);
	lanes.selectStep(step);
}

// ---- rows ----

const filter = startFilter(failing, refill);

function refill() {
	const made = makeRows(failing, filter, comparing, story.finding);
	left.setRows(made);
	if (comparing)
		right.setRows(makeRows(passing, filter, true, null));
	const total = failing.steps.length;
	byId("shown").textContent = made.matching === total ? count(total, "step")
		: made.matching.toLocaleString("en") + " of " + count(total, "step");
	announce(byId("shown").textContent + " shown");
}

function unfold(row) {
	filter.open.add(row.from);
	refill();
	active.selectStep(row.from);
}

function enter() {
	const row = active.rows[active.selected];
	if (row && row.type === "gap")
		unfold(row);
}

function compare(on) {
	comparing = on && passing !== null;
	byId("compare").checked = comparing;
	document.body.classList.toggle("comparing", comparing);
	show(byId("right-pane"), comparing);
	if (comparing && !right)
		right = new Lanes(byId("right"), passing, "passing schedule, step by step",
			(n, row) => selected(right, n, row), unfold);
	refill();
	left.resized();
	if (comparing) {
		right.resized();
		goTo(left, Math.min(story.passing.parts_at || 1, failing.steps.length));
	} else {
		active = left;
	}
}

function flip(id) {
	byId(id).click();
}

function start() {
	startTheme();
	fillHead();
	fillNecessary();
	fillNotes();
	left = new Lanes(byId("left"), failing, "failing schedule, step by step",
		(n, row) => selected(left, n, row), unfold);
	active = left;
	byId("compare").disabled = passing === null;
	byId("compare").addEventListener("change", (event) => compare(event.target.checked));
	for (const [id, act] of [["first", () => active.first()], ["back", () => active.move(-1)],
		["forward", () => active.move(1)], ["last", () => active.last()],
		["switch-back", () => active.moveSwitch(-1)], ["switch-forward", () => active.moveSwitch(1)]])
		byId(id).addEventListener("click", act);
	startKeys({
		j: () => active.move(1), ArrowDown: () => active.move(1),
		k: () => active.move(-1), ArrowUp: () => active.move(-1),
		n: () => active.moveSwitch(1), p: () => active.moveSwitch(-1),
		Home: () => active.first(), End: () => active.last(),
		Enter: enter, f: () => flip("fold"), c: () => flip("compare"), t: toggleTheme,
		"/": () => byId("variable").focus(), "?": openHelp,
	});
	refill();
	left.last();
	left.scroller.focus({ preventScroll: true });
	// For tests and for who wonders: how long it took until the page could be used.
	document.documentElement.dataset.ready = Math.round(performance.now());
}

start();
