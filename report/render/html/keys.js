// SPDX-License-Identifier: MIT
// Keys, and the dialog that lists them.
import { byId, el, put } from "./dom.js";

const HELP = [
	["j  ↓", "next step"],
	["k  ↑", "step before"],
	["n / p", "next switch of threads, the one before"],
	["Home / End", "first and last step"],
	["Enter", "unfold the steps that are folded up here"],
	["f", "fold up steps that the failure does not depend on, or not"],
	["/", "filter by variable"],
	["c", "compare with the nearest passing schedule"],
	["t", "light or dark"],
	["?", "this list"],
];

function typing(event) {
	const node = event.target;
	return node instanceof HTMLInputElement && node.type !== "checkbox" && node.type !== "radio" ||
		node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement;
}

export function openHelp() {
	const dialog = byId("help");
	put(byId("help-keys"), ...HELP.map(([keys, what]) =>
		el("tr", null, el("th", { scope: "row" }, el("kbd", null, keys)), el("td", null, what))));
	if (!dialog.open)
		dialog.showModal();
}

// actions: key -> function; true from it: the key is used up.
export function startKeys(actions) {
	byId("help-button").addEventListener("click", openHelp);
	document.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.altKey || event.metaKey || byId("help").open)
			return;
		if (event.key === "Escape" && typing(event)) {
			event.target.blur();
			return;
		}
		const enter = event.key === "Enter" && event.target.closest("button, a, summary, input");
		const scrolls = ["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key) &&
			event.target.closest(".own-keys");
		if (typing(event) || enter || scrolls || !actions[event.key])
			return;
		event.preventDefault();
		actions[event.key]();
	});
}
