// SPDX-License-Identifier: MIT
// The swim lanes of one schedule: a column for each thread, or a track where there is no room for
// columns. Only the rows that can be seen exist.
import { count, el, put, svg, visible } from "./dom.js";
import { draw } from "./arrows.js";
import { hue, shape } from "./model.js";
import { isFailing, selectable } from "./rows.js";

const ROW = 28;
const NUMBERS = 54;
const TRACK = 20;
const COLUMN = 190;
const MARGIN = 12; // rows beyond what can be seen

const REASONS = {
	preempted: "is preempted", blocked: "has to wait", yield: "yields", exit: "ends", spin: "waits in a loop",
	timeout: "times out", sleep: "sleeps",
};

export function threadLabel(schedule, id) {
	const thread = schedule.threads[schedule.lane.get(id)];
	return "T" + id + (thread && thread.name ? " " + thread.name : "");
}

export function switchText(schedule, s) {
	if (s.text)
		return s.text;
	const from = s.from === null ? "" : "T" + s.from + " " + (REASONS[s.reason] || s.reason) + ", ";
	return from + "T" + s.to + " goes on";
}

export class Lanes {
	// onSelect(step, row) is called whenever another row is selected; onUnfold(gap).
	constructor(node, schedule, label, onSelect, onUnfold) {
		this.node = node;
		this.schedule = schedule;
		this.onSelect = onSelect;
		this.onUnfold = onUnfold;
		this.id = node.id;
		this.rows = [];
		this.rowOf = [];
		this.selected = -1;
		this.drawn = new Map();
		this.head = el("div", { class: "heads", "aria-hidden": "true" });
		this.overlay = svg("svg", { class: "overlay", "aria-hidden": "true" });
		this.list = el("div", { class: "list", role: "presentation" });
		this.sizer = el("div", { class: "sizer", role: "presentation" }, this.overlay, this.list);
		this.scroller = el("div", {
			class: "scroller", role: "listbox", tabindex: 0, "aria-label": label,
			on: { scroll: () => this.scrolled(), click: (e) => this.clicked(e) },
		}, this.sizer);
		this.note = el("p", { class: "pane-note", hidden: true });
		put(node, this.head, this.scroller, this.note);
		// Kept, because to ask for them makes the browser lay out the page each time.
		this.top = this.width = this.height = 0;
		new ResizeObserver(() => this.resized()).observe(this.scroller);
	}

	// ---- geometry ----

	x(lane) {
		return NUMBERS + (lane + 0.5) * this.pitch - (this.columns ? this.pitch / 2 - 14 : 0);
	}

	measure() {
		const width = this.width = this.scroller.clientWidth;
		this.height = this.scroller.clientHeight;
		const n = Math.max(1, this.schedule.threads.length);
		this.columns = (width - NUMBERS) / n >= COLUMN;
		this.pitch = this.columns ? (width - NUMBERS) / n : Math.max(10, Math.min(TRACK, (width / 3) / n));
		this.textAt = NUMBERS + (this.columns ? 28 : n * this.pitch + 6);
		this.node.classList.toggle("tracks", !this.columns);
	}

	resized() {
		if (!this.scroller.clientWidth)
			return;
		this.measure();
		this.drawHeads();
		this.clear();
		this.render();
	}

	drawHeads() {
		put(this.head, ...this.schedule.threads.map((t, lane) => {
			const name = this.columns || this.schedule.threads.length * 60 < this.width;
			const node = el("span", { class: "head-cell " + hue(lane), title: threadLabel(this.schedule, t.id) },
				el("b", null, shape(lane), " T" + t.id),
				this.columns && t.name ? " " + t.name : "",
				this.columns && t.start && t.start !== t.name ? el("span", { class: "faint" }, " " + t.start) : "");
			if (this.columns) {
				node.style.left = this.x(lane) - 6 + "px";
				node.style.width = this.pitch - 12 + "px";
			} else {
				node.classList.add(name ? "inline" : "squeezed");
			}
			return node;
		}));
	}

	// ---- rows ----

	setRows(made) {
		const step = this.selected >= 0 && this.rows[this.selected] ? this.rows[this.selected].step : null;
		this.rows = made.rows;
		this.rowOf = made.rowOf;
		// What was drawn for the old rows must not keep the place scrollable that long.
		this.clear();
		this.overlay.style.top = "0";
		this.overlay.setAttribute("height", 0);
		this.sizer.style.height = this.rows.length * ROW + "px";
		this.top = this.scroller.scrollTop;
		this.selected = step === null ? -1 : this.nearest(step);
		this.render();
	}

	// The row of a step, or the closest one that can be selected.
	nearest(step) {
		if (this.rowOf[step] >= 0)
			return this.rowOf[step];
		let best = -1;
		for (let i = 0; i < this.rows.length; i++)
			if (selectable(this.rows[i])) {
				if (this.rows[i].step > step && best >= 0)
					break;
				best = i;
			}
		return best;
	}

	clear() {
		this.drawn.clear();
		put(this.list);
	}

	scrolled() {
		this.top = this.scroller.scrollTop;
		if (this.pending)
			return;
		this.pending = true;
		requestAnimationFrame(() => {
			this.pending = false;
			this.render();
		});
	}

	render() {
		if (!this.pitch)
			this.measure();
		const first = Math.max(0, Math.floor(this.top / ROW) - MARGIN);
		const last = Math.min(this.rows.length, Math.ceil((this.top + this.height) / ROW) + MARGIN);
		for (const [i, node] of this.drawn)
			if (i < first || i >= last) {
				node.remove();
				this.drawn.delete(i);
			}
		const fresh = [];
		for (let i = first; i < last; i++)
			if (!this.drawn.has(i)) {
				const node = this.rowNode(i);
				this.drawn.set(i, node);
				fresh.push(node);
			}
		this.list.append(...fresh);
		this.drawOverlay(first, last);
		this.markSelected();
	}

	drawOverlay(first, last) {
		this.overlay.style.top = first * ROW + "px";
		const width = this.width, height = (last - first) * ROW;
		this.overlay.setAttribute("viewBox", `0 ${first * ROW} ${width} ${height}`);
		this.overlay.setAttribute("width", width);
		this.overlay.setAttribute("height", height);
		const left = draw(this.overlay, {
			schedule: this.schedule, rows: this.rows, rowOf: this.rowOf, rowHeight: ROW,
			x: (lane) => this.x(lane), chosen: this.chosenStep(), labels: this.columns,
		}, first, last);
		this.note.hidden = left === 0;
		this.note.textContent = left ? count(left, "more arrow") + " not drawn here; select a step to see its own" : "";
	}

	chosenStep() {
		const row = this.rows[this.selected];
		return row && row.type === "step" ? row.step : null;
	}

	rowNode(i) {
		const row = this.rows[i];
		const node = el("div", {
			class: "row " + row.type, id: this.id + "-row-" + i, "data-row": i, "data-step": row.step,
			role: selectable(row) ? "option" : "presentation",
			"aria-hidden": selectable(row) ? null : "true",
			"aria-setsize": selectable(row) ? this.rows.length : null,
			"aria-posinset": selectable(row) ? i + 1 : null,
		});
		node.style.top = i * ROW + "px";
		this["fill_" + row.type](node, row);
		if (selectable(row))
			node.setAttribute("aria-label", visible(this.spoken(i)));
		return node;
	}

	// The text of a thread's row, from its lane on: nobody else does anything in this row.
	place(node, body, lane) {
		body.style.left = (this.columns ? this.x(lane) + 12 : this.textAt) + "px";
		if (this.columns)
			body.style.maxWidth = this.width - this.x(lane) - 20 + "px";
		else
			body.style.right = "4px";
		node.append(body);
	}

	// The text of a row that belongs to no thread.
	across(node, body) {
		body.style.left = this.textAt + "px";
		body.style.maxWidth = "calc(100% - " + (this.textAt + 4) + "px)";
		node.append(body);
	}

	mark(node, lane) {
		const dot = el("span", { class: "dot " + hue(lane) }, shape(lane));
		dot.style.left = this.x(lane) - 8 + "px";
		node.append(dot);
	}

	fill_step(node, row) {
		const s = this.schedule.step(row.step);
		const lane = this.schedule.lane.get(s.thread);
		const place = this.schedule.placeText(this.schedule.place(s.stack));
		const flags = (s.flags || []).filter((f) => f !== "atomic" && f !== "failing");
		node.classList.toggle("local", !s.slice);
		node.classList.toggle("failing", isFailing(s));
		node.append(el("span", { class: "number" }, row.step));
		this.mark(node, lane);
		this.place(node, el("span", { class: "what", title: s.text + (place ? "  (" + place + ")" : "") },
			this.columns ? null : el("b", { class: hue(lane) }, "T" + s.thread + " "),
			isFailing(s) ? "✖ " : null, s.text, flags.map((f) => el("span", { class: "flag" }, f)),
			place ? el("span", { class: "place" }, place) : null), lane);
	}

	fill_switch(node, row) {
		const s = row.switch;
		const sign = s.reason === "preempted" ? "⚡" : "↷";
		node.classList.add(s.reason);
		node.classList.toggle("necessary", s.necessary === true);
		const body = el("span", { class: "what", title: switchText(this.schedule, s) },
			sign + " ", s.necessary ? el("b", { class: "badge" }, "necessary") : null,
			" " + switchText(this.schedule, s));
		this.across(node, body);
	}

	fill_choice(node, row) {
		const lane = this.schedule.lane.get(this.schedule.step(row.step).thread);
		this.place(node, el("span", { class: "what" }, "◇ choice: " + row.choice.text), lane);
	}

	fill_gap(node, row) {
		const steps = row.from === row.to ? "step " + row.from : "steps " + row.from + "–" + row.to;
		const body = el("span", { class: "what", title: "unfold (Enter)" },
			"⋯ " + steps + ": " + count(row.steps, "step") + " the failure does not depend on" +
			(row.switches ? ", " + count(row.switches, "switch") : ""));
		this.across(node, body);
	}

	fill_part(node) {
		this.across(node, el("span", { class: "what" }, "≠ here the two schedules part"));
	}

	fill_end(node, row) {
		this.across(node, el("span", { class: "what", title: row.finding.message }, "✖ " + row.finding.message));
	}

	// What a screen reader says.
	spoken(i) {
		const row = this.rows[i];
		if (row.type === "end")
			return "The finding: " + row.finding.message;
		if (row.type === "gap")
			return "Steps " + row.from + " to " + row.to + " are folded up; press Enter to see them";
		const s = this.schedule.step(row.step);
		const place = this.schedule.placeText(this.schedule.place(s.stack));
		const before = (this.schedule.switchesAt.get(row.step) || []).map((w) =>
			(w.necessary ? "necessary " : "") + "switch: " + switchText(this.schedule, w) + ". ").join("");
		return before + "Step " + row.step + ", " + threadLabel(this.schedule, s.thread) + ": " + s.text +
			(place ? ", at " + place : "");
	}

	// ---- selection ----

	clicked(event) {
		const node = event.target.closest("[data-row]");
		if (!node)
			return;
		let i = Number(node.dataset.row);
		if (this.rows[i].type === "gap") {
			this.onUnfold(this.rows[i]);
			return;
		}
		while (i < this.rows.length && !selectable(this.rows[i]))
			i++;
		this.select(i);
	}

	select(i, quiet) {
		if (i < 0 || i >= this.rows.length || !selectable(this.rows[i]))
			return false;
		this.selected = i;
		this.reveal(i);
		this.render();
		if (!quiet)
			this.onSelect(this.rows[i].step, this.rows[i]);
		return true;
	}

	selectStep(step, quiet) {
		return this.select(this.nearest(step), quiet);
	}

	reveal(i) {
		const at = i * ROW;
		if (at >= this.top + ROW && at <= this.top + this.height - 3 * ROW)
			return;
		this.scroller.scrollTop = Math.max(0, at - this.height / 2);
		this.top = this.scroller.scrollTop;
	}

	markSelected() {
		for (const [i, node] of this.drawn) {
			node.classList.toggle("selected", i === this.selected);
			if (node.getAttribute("role") === "option")
				node.setAttribute("aria-selected", i === this.selected ? "true" : "false");
		}
		if (this.drawn.has(this.selected))
			this.scroller.setAttribute("aria-activedescendant", this.id + "-row-" + this.selected);
		else
			this.scroller.removeAttribute("aria-activedescendant");
	}

	// by 1 or -1: the next row that can be selected.
	move(by) {
		let i = this.selected + by;
		while (i >= 0 && i < this.rows.length && !selectable(this.rows[i]))
			i += by;
		return this.select(i);
	}

	first() {
		this.selected = -1;
		return this.move(1);
	}

	last() {
		this.selected = this.rows.length;
		return this.move(-1);
	}

	// The step after the next switch, or after the one before.
	moveSwitch(by) {
		let i = this.selected;
		// Going back, the switches right before the selected step are where we are.
		if (by < 0)
			while (i > 0 && !selectable(this.rows[i - 1]))
				i--;
		for (i += by; i >= 0 && i < this.rows.length; i += by)
			if (this.rows[i].type === "switch") {
				while (!selectable(this.rows[i]))
					i++;
				return this.select(i);
			}
		return false;
	}
}
