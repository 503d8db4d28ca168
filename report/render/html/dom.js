// SPDX-License-Identifier: MIT
// Making elements. Strings become text nodes and nothing else: what the tested program wrote is
// shown, never obeyed.

const SVG = "http://www.w3.org/2000/svg";

// Characters that would be invisible, or turn the direction of writing, in a form that can be seen:
// the one that scree uses on terminals. Tabs and line ends stay.
export function visible(text) {
	return String(text).replace(
		/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
		(c) => {
			const code = c.codePointAt(0).toString(16);
			return code.length <= 2 ? "\\x" + code.padStart(2, "0") : "\\u{" + code + "}";
		});
}

function fill(node, options, children) {
	for (const [key, value] of Object.entries(options || {})) {
		if (value === null || value === undefined || value === false)
			continue;
		if (key === "on")
			for (const [event, handler] of Object.entries(value))
				node.addEventListener(event, handler);
		else
			node.setAttribute(key, value === true ? "" : visible(value));
	}
	for (const child of children.flat(Infinity))
		if (child !== null && child !== undefined && child !== false)
			node.append(child instanceof Node ? child : visible(child));
	return node;
}

// el("button", {class: "x", on: {click: f}}, "text", otherElement)
export function el(tag, options, ...children) {
	return fill(document.createElement(tag), options, children);
}

export function svg(tag, options, ...children) {
	return fill(document.createElementNS(SVG, tag), options, children);
}

// Replaces what is in the node, by the same rules.
export function put(node, ...children) {
	node.replaceChildren();
	return fill(node, null, children);
}

export function byId(id) {
	return document.getElementById(id);
}

export function show(node, on) {
	node.hidden = !on;
}

// "1 step", "2 steps", "3 switches"
export function count(n, noun) {
	const ending = n === 1 ? "" : noun.endsWith("ch") ? "es" : "s";
	return n.toLocaleString("en") + " " + noun + ending;
}

// What the page is about: the JSON that scree put into it.
export function embedded() {
	return JSON.parse(byId("data").textContent);
}

// Tells a screen reader.
export function announce(text) {
	byId("status").textContent = visible(text);
}
