// SPDX-License-Identifier: MIT
// The tool bar: which threads and variables are shown, what is folded up.
import { byId, el, put } from "./dom.js";
import { hue, shape } from "./model.js";
import { threadLabel } from "./lanes.js";

// More names than this are found by typing, not by looking through a list.
const NAMES = 500;

function threadBox(schedule, thread, lane, filter, onChange) {
	const box = el("input", { type: "checkbox", checked: true, "data-thread": thread.id });
	box.addEventListener("change", () => {
		if (box.checked)
			filter.hidden.delete(thread.id);
		else
			filter.hidden.add(thread.id);
		onChange();
	});
	return el("label", { class: "chip " + hue(lane), title: threadLabel(schedule, thread.id) }, box,
		shape(lane) + " T" + thread.id);
}

// Returns the filter of rows.js; onChange is called whenever it is another.
export function startFilter(schedule, onChange) {
	const filter = { collapse: true, hidden: new Set(), variable: "", open: new Set() };
	put(byId("thread-filter"), ...schedule.threads.map((t, lane) =>
		threadBox(schedule, t, lane, filter, onChange)));
	const names = [...new Set(schedule.tables.objects.map((o) => o.name))];
	put(byId("names"), ...names.slice(0, NAMES).map((name) => el("option", { value: name })));
	byId("variable").addEventListener("input", (event) => {
		filter.variable = event.target.value;
		onChange();
	});
	byId("fold").addEventListener("change", (event) => {
		filter.collapse = event.target.checked;
		filter.open.clear();
		onChange();
	});
	return filter;
}
