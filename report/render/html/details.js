// SPDX-License-Identifier: MIT
// What is known at the selected step: the step itself, stack, values, threads and locks, arrows.
import { ARROWS } from "./arrows.js";
import { byId, count, el, put, show } from "./dom.js";
import { threadLabel } from "./lanes.js";
import { hue, shape } from "./model.js";

const VALUES = 40; // until all are asked for

function threadMark(schedule, id) {
	const lane = schedule.lane.get(id);
	return el("span", { class: hue(lane) }, shape(lane) + " T" + id);
}

function stepTitle(schedule, n, s) {
	if (s.thread === null) {
		byId("step-title").textContent = "No steps were recorded";
		return;
	}
	put(byId("step-title"), "Step " + n.toLocaleString("en") + " of " +
		schedule.steps.length.toLocaleString("en") + " · ", threadMark(schedule, s.thread));
}

function fact(name, ...value) {
	return el("div", { class: "fact" }, el("dt", null, name), el("dd", null, ...value));
}

function stepFacts(schedule, s) {
	const facts = [];
	if (s.before !== null && s.before !== undefined && s.after !== null && s.after !== undefined && s.before !== s.after)
		facts.push(fact("value", el("code", null, s.before), " → ", el("code", { class: "changed" }, s.after)));
	else if ((s.after ?? s.before ?? null) !== null)
		facts.push(fact("value", el("code", null, s.after ?? s.before)));
	if (s.addr && s.addr !== "0x0")
		facts.push(fact("address", el("code", null, s.addr), s.size ? ", " + count(s.size, "byte") : ""));
	if (s.flags && s.flags.length)
		facts.push(fact("notes", s.flags.join(", ")));
	if (!s.slice)
		facts.push(fact("relevance", "the failure does not depend on this step"));
	return facts;
}

// ---- stack ----

export function fillStack(schedule, stack, current, onFrame) {
	const frames = schedule.frames(stack);
	put(byId("stack"), ...frames.map((f, i) => {
		const known = f.file !== null && f.file !== undefined;
		const text = [el("b", null, f.function || "?"), f.inlined ? " (inlined)" : "",
			known ? el("span", { class: "place" }, " " + schedule.placeText(f)) : "",
			f.library ? el("span", { class: "faint" }, " library") : ""];
		return el("li", null, known
			? el("button", {
				type: "button", class: "link", "aria-current": f === current ? "true" : null,
				on: { click: () => onFrame(f, i) },
			}, text)
			: el("span", null, text));
	}));
	show(byId("stack-empty"), frames.length === 0);
}

// ---- values ----

let allValues = false;

function fillValues(schedule, n) {
	const known = schedule.valuesAt(n);
	const shown = allValues ? known : known.slice(0, VALUES);
	put(byId("values"), ...shown.map((v) => el("tr", { class: v.step === n ? "now" : null },
		el("th", { scope: "row" }, schedule.objectName(v.object)),
		el("td", null, el("code", null, v.value)),
		el("td", { class: "faint" }, v.step === n ? "this step" : "step " + v.step))));
	show(byId("values-empty"), known.length === 0);
	const more = byId("values-more");
	show(more, known.length > shown.length);
	more.textContent = "show all " + known.length;
	more.onclick = () => {
		allValues = true;
		fillValues(schedule, n);
	};
}

// ---- threads and locks ----

function fillThreads(schedule, n) {
	const held = schedule.holdersAt(n);
	put(byId("threads"), ...schedule.threads.map((t, lane) => {
		const locks = held.filter((h) => h.holders.includes(t.id)).map((h) => schedule.objectName(h.object));
		return el("tr", { class: schedule.step(n).thread === t.id ? "now" : null },
			el("th", { scope: "row", class: hue(lane) }, shape(lane) + " " + threadLabel(schedule, t.id)),
			el("td", null, schedule.stateAt(t, n)),
			el("td", null, locks.length ? locks.join(", ") : "—"));
	}));
}

// ---- arrows of the step ----

function fillRelated(schedule, n, onStep) {
	const items = (schedule.arrowsOf.get(n) || []).map((a) => {
		const info = ARROWS[a.kind] || ARROWS.conflict;
		const forward = a.from === n, other = forward ? a.to : a.from;
		const s = schedule.step(other);
		return el("li", null, (forward ? info.text : info.back || info.text) + " ",
			el("button", { type: "button", class: "link", on: { click: () => onStep(other) } },
				"step " + other + ", T" + s.thread + " " + s.text));
	});
	put(byId("related"), ...items);
	show(byId("related-section"), items.length > 0);
}

// ---- all of it ----

// on: {frame(f), step(n)}. row: what is selected; a finding's row shows its own stack.
export function fillDetails(schedule, row, on) {
	const s = schedule.step(row.step);
	const stack = row.type === "end" && row.finding.stack !== null ? row.finding.stack : s.stack;
	const frame = schedule.place(stack);
	stepTitle(schedule, row.step, s);
	put(byId("step-text"), row.type === "end" ? row.finding.message : s.text);
	put(byId("step-facts"), ...(row.type === "end" ? [] : stepFacts(schedule, s)));
	fillStack(schedule, stack, frame, on.frame);
	fillValues(schedule, row.step);
	fillThreads(schedule, row.step);
	fillRelated(schedule, row.step, on.step);
	return frame;
}
