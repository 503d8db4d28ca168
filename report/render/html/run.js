// SPDX-License-Identifier: MIT
// The page of a whole run: puts the parts together.
import { byId, count, el, embedded, put, show, visible } from "./dom.js";
import { command } from "./commands.js";
import { drawLattice, JOB_STATES } from "./lattice.js";
import { duration, rounded, whole } from "./numbers.js";
import { progressCharts } from "./progress.js";
import { raceTables } from "./races.js";
import { startTheme } from "./theme.js";

const run = embedded();
const jobs = run.jobs || [];

const VERDICTS = {
	verified: { class: "good", sign: "✓ " }, finding: { class: "error", sign: "✖ " },
	budget: { class: "warning", sign: "◔ " }, error: { class: "error", sign: "! " },
};

// ---- the head ----

function fillHead() {
	const verdict = VERDICTS[run.verdict] || VERDICTS.error;
	const lines = (run.verdict_text || "").split("\n").filter((l) => l);
	document.title = visible(run.verdict + ": " + run.program) + " — scree";
	put(byId("kind"), verdict.sign + run.verdict);
	byId("kind").classList.add(verdict.class);
	const prefix = run.verdict + ": ";
	put(byId("headline"), lines.length && lines[0].startsWith(prefix) ? lines[0].slice(prefix.length) : lines[0] || run.verdict);
	put(byId("program"), el("code", null, [run.program, ...run.args].join(" ")));
	put(byId("version"), "scree " + run.scree + (run.mode ? ", --mode=" + run.mode : ""));
	put(byId("account"), ...lines.slice(1).map((l) => el("p", { class: l.startsWith(" ") ? "indented" : null }, l.trim())));
	if (run.run_dir)
		byId("account").append(command("resume", "scree resume " + run.run_dir));
}

function tile(name, value) {
	return el("div", { class: "tile" }, el("b", null, value), el("span", { class: "faint" }, name));
}

function fillTiles() {
	const ended = jobs.filter((j) => !["pending", "running", "suspended"].includes(j.state)).length;
	put(byId("tiles"),
		tile("executions", whole(run.executions)), tile("events", rounded(run.events)),
		tile("time" + (run.budget_s ? " of " + duration(run.budget_s) : ""), duration(run.elapsed_s)),
		tile("jobs ended, of " + jobs.length, ended),
		tile("workers", run.workers ?? 1), tile("threads", run.threads),
		tile("pairs that race", run.races ? run.races.total : "—"), tile("findings", run.findings.length));
}

// ---- findings ----

function frameLine(f) {
	return el("div", { class: "frame" }, el("b", null, f.function || "?"), " ", f.file ? el("code", null, f.file + ":" + f.line) : "");
}

function finding(f) {
	const error = f.severity !== "warning";
	return el("li", null,
		el("p", null, el("span", { class: "kind " + (error ? "error" : "warning") }, (error ? "✖ " : "⚠ ") + f.kind), " ", f.message),
		el("p", { class: "faint" }, count(f.preemptions, "preemption") + ", " + count(f.switches, "switch") + "; first in execution " + whole(f.execution)),
		f.stack.map(frameLine), f.replay ? command("replay", f.replay) : null);
}

// ---- jobs ----

function jobFacts(job) {
	const facts = [];
	if (job.estimate)
		facts.push("about " + rounded(job.estimate.executions) + " in all");
	if (job.limit)
		facts.push(job.limit);
	if (job.ended_by !== null)
		facts.push("because of job " + job.ended_by);
	if (job.bugs)
		facts.push(count(job.bugs, "bug"));
	if (job.suspensions)
		facts.push("put aside " + count(job.suspensions, "time"));
	if (job.parts > 1)
		facts.push("shared out among " + job.parts + " parts");
	return facts.join("; ");
}

function jobRow(job) {
	const state = JOB_STATES[job.state] || { sign: "?" };
	return el("tr", null, el("th", { scope: "row" }, job.id + " " + job.origin),
		el("td", null, state.sign + " " + job.state), el("td", null, job.pps.text),
		el("td", null, whole(job.executions)), el("td", null, duration(job.cpu_s)), el("td", null, jobFacts(job)));
}

function showJob(job) {
	const points = job.pps.points.map((p) => el("li", null, el("code", null, p.file ? p.file + ":" + p.line : p.pc), p.function ? " in " + p.function : ""));
	const facts = jobFacts(job);
	put(byId("job"),
		el("p", null, el("b", null, "job " + job.id), " (" + job.origin + "): " + job.state + ", " +
			count(job.executions, "execution") + ", " + duration(job.cpu_s) + (facts ? "; " + facts : "")),
		el("p", null, "switches threads at: " + job.pps.text), points.length ? el("ul", null, points) : "");
}

function fillCounters() {
	const some = Object.entries(run.counters || {}).filter(([, n]) => n);
	put(byId("counters"), ...some.map(([name, n]) =>
		el("tr", null, el("th", { scope: "row" }, name.replaceAll("_", " ")), el("td", null, whole(n)))));
	show(byId("counters-empty"), some.length === 0);
}

function start() {
	startTheme();
	fillHead();
	fillTiles();
	put(byId("findings"), ...run.findings.map(finding));
	show(byId("findings-empty"), run.findings.length === 0);
	drawLattice(jobs, showJob);
	put(byId("jobs"), ...jobs.map(jobRow));
	byId("jobs-summary").textContent = "all " + count(jobs.length, "job") + " as a table";
	const begin = { elapsed_s: 0, executions: 0, total: null, jobs: 0, jobs_ended: 0, races: 0, findings: 0 };
	const history = [begin, ...run.history || []];
	if (history.length > 1)
		put(byId("progress"), ...progressCharts(history, byId("progress").clientWidth));
	show(byId("progress-empty"), history.length <= 1);
	const races = run.races ? run.races.list : [];
	if (races.length)
		put(byId("races"), ...raceTables(races));
	show(byId("races-empty"), races.length === 0);
	fillCounters();
	document.documentElement.dataset.ready = Math.round(performance.now());
}

start();
