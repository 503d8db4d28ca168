// SPDX-License-Identifier: MIT
// validate.mjs SCHEMA FILE...: SARIF logs against the schema, and against rules of the standard that a
// schema cannot express. First it makes sure that a log which is wrong does not pass.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Packages are below the directory that this is run in.
const need = createRequire(process.cwd() + "/");
const Ajv = need("ajv").default;
const ajv = new Ajv({ allErrors: true, strict: false });
need("ajv-formats").default(ajv);

const [schema, ...files] = process.argv.slice(2);
const validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));

function schemaErrors(log) {
	return validate(log) ? [] : validate.errors.map((e) => `${e.instancePath || "/"} ${e.message}`);
}

/* Every object in it. */
function* objects(value) {
	if (value === null || typeof value !== "object") return;
	yield value;
	for (const inner of Object.values(value)) yield* objects(inner);
}

function flowErrors(flow) {
	const errors = [], seen = new Set(), ids = new Set();
	for (const thread of flow.threadFlows) {
		let last = -1;
		if (ids.has(thread.id)) errors.push(`two thread flows ${thread.id}`);
		ids.add(thread.id);
		for (const { executionOrder: order } of thread.locations) {
			if (!(order > last)) errors.push(`${thread.id}: order ${order} after ${last}`);
			if (seen.has(order)) errors.push(`order ${order} twice`);
			seen.add(order);
			last = order;
		}
	}
	return errors;
}

function resultErrors(result, run) {
	const errors = [], rule = run.tool.driver.rules[result.ruleIndex];
	// Golden logs have no rules.
	if (run.tool.driver.rules.length && rule?.id !== result.ruleId)
		errors.push(`rule ${result.ruleIndex} is not ${result.ruleId}`);
	const ids = (result.relatedLocations ?? []).map((l) => l.id);
	if (new Set(ids).size !== ids.length) errors.push("two related locations with one id");
	if (!Object.keys(result.partialFingerprints).length) errors.push("no fingerprint");
	for (const flow of result.codeFlows ?? []) errors.push(...flowErrors(flow));
	return errors;
}

function runErrors(run) {
	const errors = run.results.flatMap((r) => resultErrors(r, run));
	for (const { uri, uriBaseId } of objects(run)) {
		if (uri === undefined) continue;
		if (/^file:\/\/\//.test(uri) === (uriBaseId !== undefined)) errors.push(`base of ${uri}`);
		if (uriBaseId && !(uriBaseId in run.originalUriBaseIds)) errors.push(`no base ${uriBaseId}`);
		if (!/^(file:\/\/)?[A-Za-z0-9._~%/-]+$/.test(uri)) errors.push(`not encoded: ${uri}`);
	}
	for (const { uri } of Object.values(run.originalUriBaseIds ?? {}))
		if (!uri.endsWith("/")) errors.push(`a base without a slash: ${uri}`);
	return errors;
}

function errorsOf(log) {
	const errors = schemaErrors(log);
	return errors.length ? errors : log.runs.flatMap(runErrors);
}

/* Each makes a good log bad. */
const mistakes = {
	"no version": (log) => delete log.version,
	"another version": (log) => (log.version = "2.0.0"),
	"an unknown member": (log) => (log.runs[0].results[0].headline = ""),
	"an unknown level": (log) => (log.runs[0].results[0].level = "fatal"),
	"a message without text": (log) => (log.runs[0].results[0].message = {}),
	"line 0": (log) => (log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0),
	"a space in a URI": (log) =>
		(log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri = "a b.c"),
	"an empty thread flow": (log) => (log.runs[0].results[0].codeFlows[0].threadFlows[0].locations = []),
	"an unknown importance": (log) =>
		(log.runs[0].results[0].codeFlows[0].threadFlows[0].locations[0].importance = "high"),
	"an order twice": (log) =>
		log.runs[0].results[0].codeFlows[0].threadFlows.forEach((t) => (t.locations[0].executionOrder = 1)),
};

let failures = 0;
function fail(what) {
	console.error(`FAIL: ${what}`);
	failures++;
}

const first = readFileSync(files[0], "utf8");
for (const [name, make] of Object.entries(mistakes)) {
	const log = JSON.parse(first);
	make(log);
	if (!errorsOf(log).length) fail(`${name} passes`);
}
for (const file of files)
	for (const error of errorsOf(JSON.parse(readFileSync(file, "utf8"))).slice(0, 5)) fail(`${file}: ${error}`);
if (!failures) console.log(`${files.length} logs are valid, ${Object.keys(mistakes).length} mistakes are not`);
process.exit(failures ? 1 : 0);
