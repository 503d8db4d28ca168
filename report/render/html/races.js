// SPDX-License-Identifier: MIT
// Races by what they are and what became of them.
import { count, el } from "./dom.js";

const FATES = {
	buggy: { sign: "✖", text: "a bug needs a switch at one of the accesses" },
	untested: { sign: "?", text: "no completed job switches there" },
	benign: { sign: "✓", text: "a completed job switches there, and no schedule of it fails" },
	recycled: { sign: "–", text: "seen only on memory that was freed and allocated again" },
};

function fate(race) {
	return race.fate || "recycled";
}

function access(a) {
	const place = a.file ? a.file + ":" + a.line : a.pc;
	const locks = a.locks.length ? ", holding " + a.locks.map((l) => l.object).join(", ") : "";
	return el("div", null, "T" + a.thread + " " + a.op + " at ", el("code", null, place),
		a.function ? " in " + a.function : "", locks);
}

function raceRow(race) {
	const info = FATES[fate(race)] || { sign: "?" };
	return el("tr", null, el("th", { scope: "row" }, el("code", null, race.object || race.addr)),
		el("td", null, race.accesses.map(access)),
		el("td", null, race.class === "data-race" ? "data race" : "order-dependent"),
		el("td", null, info.sign + " " + fate(race)),
		el("td", null, race.order === "both" ? "both" : "one", race.suppressed ? el("div", { class: "faint" }, race.suppressed) : null));
}

// How many of each class have each fate.
function summary(list) {
	const classes = ["data-race", "order-dependent"];
	const fates = Object.keys(FATES).filter((f) => list.some((r) => fate(r) === f));
	return el("div", { class: "wide-table" }, el("table", { class: "matrix" },
		el("thead", null, el("tr", null, el("td", null, ""), fates.map((f) => el("th", { scope: "col", title: FATES[f].text }, FATES[f].sign + " " + f)))),
		el("tbody", null, classes.map((c) => el("tr", null,
			el("th", { scope: "row" }, c === "data-race" ? "data races (undefined behaviour in C11)" : "order-dependent"),
			fates.map((f) => el("td", null, list.filter((r) => r.class === c && fate(r) === f).length)))))));
}

export function raceTables(list) {
	const order = Object.keys(FATES);
	const sorted = [...list].sort((a, b) => order.indexOf(fate(a)) - order.indexOf(fate(b)));
	return [summary(list), el("details", { open: list.length <= 20 },
		el("summary", null, "all " + count(list.length, "pair")),
		el("div", { class: "wide-table" }, el("table", null,
			el("thead", null, el("tr", null, ["object", "accesses", "class", "fate", "orders seen"].map((h) => el("th", { scope: "col" }, h)))),
			el("tbody", null, sorted.map(raceRow)))))];
}
