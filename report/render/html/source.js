// SPDX-License-Identifier: MIT
// The source pane: the file of a frame, its line marked, and where the other threads stand.
import { el, put } from "./dom.js";
import { hue, shape } from "./model.js";

// Of a long file, so many lines above and below.
const AROUND = 150;
const LINE = 19; // height, in story.css too

export class Source {
	constructor(node, title) {
		this.node = node;
		this.title = title;
		this.shown = null; // {file, from, to}
		this.lines = new Map();
		this.marked = [];
		// Kept, because to ask for them makes the browser lay out the page each time.
		this.top = this.height = 0;
		node.addEventListener("scroll", () => { this.top = node.scrollTop; });
		new ResizeObserver(() => { this.height = node.clientHeight; }).observe(node);
	}

	// stands: [{line, lane, thread}] of threads that are in this file.
	show(tables, frame, stands) {
		if (!frame) {
			this.nothing("No source line is known for this step.");
			return;
		}
		const file = tables.files[frame.file];
		this.title.textContent = "";
		this.title.append(el("span", null, file.path + ":" + frame.line),
			frame.function ? el("span", { class: "faint" }, " in " + frame.function) : "");
		if (!file.lines) {
			this.nothing("This file could not be read when the report was made (--source-root=DIR says where sources are).");
			return;
		}
		this.fill(frame.file, file, frame.line);
		this.mark(frame.line, stands);
	}

	nothing(text) {
		this.shown = null;
		this.lines.clear();
		put(this.node, el("p", { class: "empty" }, text));
	}

	fill(index, file, line) {
		const first = file.first || 1, end = first + file.lines.length;
		const s = this.shown;
		if (s && s.file === index && line >= s.from + 20 && line < s.to - 20)
			return;
		const from = Math.max(first, line - AROUND), to = Math.min(end, line + AROUND);
		if (s && s.file === index && s.from === from && s.to === to)
			return;
		this.shown = { file: index, from, to };
		this.lines.clear();
		this.marked = [];
		const nodes = [];
		this.cut = from > first;
		if (this.cut)
			nodes.push(el("div", { class: "cut" }, "⋯"));
		for (let n = from; n < to; n++) {
			const node = el("div", { class: "line", "data-line": n },
				el("span", { class: "line-number" }, n), el("span", { class: "stands" }),
				el("code", null, file.lines[n - first]));
			this.lines.set(n, node);
			nodes.push(node);
		}
		if (to < end)
			nodes.push(el("div", { class: "cut" }, "⋯"));
		put(this.node, ...nodes);
		this.top = this.node.scrollTop;
	}

	reveal(line) {
		const at = (line - this.shown.from + (this.cut ? 1 : 0)) * LINE;
		const height = this.height || this.node.clientHeight;
		if (at >= this.top + 2 * LINE && at <= this.top + height - 4 * LINE)
			return;
		this.node.scrollTop = Math.max(0, at - height / 2);
		this.top = this.node.scrollTop;
	}

	mark(line, stands) {
		for (const node of this.marked) {
			node.classList.remove("current");
			node.removeAttribute("aria-current");
			put(node.children[1]);
		}
		this.marked = [];
		for (const s of stands) {
			const node = this.lines.get(s.line);
			if (!node)
				continue;
			node.children[1].append(el("span", { class: hue(s.lane), title: "T" + s.thread + " stands here" },
				shape(s.lane) + s.thread));
			this.marked.push(node);
		}
		const node = this.lines.get(line);
		if (!node)
			return;
		node.classList.add("current");
		node.setAttribute("aria-current", "location");
		this.marked.push(node);
		this.reveal(line);
	}
}
