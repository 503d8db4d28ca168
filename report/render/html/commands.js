// SPDX-License-Identifier: MIT
// Commands to copy.
import { announce, el } from "./dom.js";

// Without a clipboard of its own the page selects the text, so that it is one key away.
async function copy(text, node, button) {
	let done = false;
	try {
		await navigator.clipboard.writeText(text);
		done = true;
	} catch {
		getSelection().selectAllChildren(node);
		done = document.execCommand("copy");
	}
	button.textContent = done ? "copied ✓" : "selected";
	announce(done ? "copied" : "selected; copy it with the keys of your system");
}

export function command(name, text) {
	const code = el("code", { tabindex: 0, "aria-label": name + " command" }, text);
	const button = el("button", { type: "button", "aria-label": "copy the " + name + " command" }, "copy");
	button.addEventListener("click", () => copy(text, code, button));
	return el("div", { class: "command" }, el("span", { class: "faint" }, name), code, button);
}
