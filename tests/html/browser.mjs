// SPDX-License-Identifier: MIT
// browser.mjs RENDER_PAGE WORK_DIR: opens reports in chromium and uses them as a person would.
// Screenshots go to WORK_DIR/shots.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as samples from "./samples.mjs";

const [render, work] = process.argv.slice(2);
const { chromium } = createRequire(join(work, "package.json"))("playwright-core");
const shots = join(work, "shots");
mkdirSync(shots, { recursive: true });

// A report of 10,000 steps can be used after so much work of the page's thread, in ms of CPU time: what else the
// machine does is not the report's fault.
const USABLE = 2000;

function makePage(name, kind, object) {
	const made = spawnSync(render, [kind], { input: JSON.stringify(object), maxBuffer: 1 << 28 });
	assert.equal(made.status, 0, String(made.stderr));
	const path = join(work, name + ".html");
	writeFileSync(path, made.stdout);
	return pathToFileURL(path).href;
}

const urls = {
	small: makePage("small", "story", samples.small()),
	large: makePage("large", "story", samples.large(10000)),
	hostile: makePage("hostile", "story", samples.hostile()),
	empty: makePage("empty", "story", { ...samples.small(), steps: [], switches: [], choices: [], arrows: [], waits: [], passing: null }),
	finding: pathToFileURL(join(work, "real", "finding.html")).href,
	check: pathToFileURL(join(work, "real", "check.html")).href,
	realRun: pathToFileURL(join(work, "real", "run.html")).href,
	run: makePage("run", "run", samples.run()),
	hostileRun: makePage("hostile-run", "run", samples.hostileRun()),
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", chromiumSandbox: false });

// Opens a page; whatever asks the network for something or fails in a script is a failure.
async function open(url, options) {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
	const page = await context.newPage();
	const trouble = [];
	page.on("request", (r) => {
		if (r.url() !== url && !r.url().startsWith(url + "#"))
			trouble.push("request: " + r.url());
	});
	page.on("pageerror", (e) => trouble.push("error: " + e.message));
	page.on("console", (m) => {
		if (m.type() === "error")
			trouble.push("console: " + m.text());
	});
	const devtools = await context.newCDPSession(page);
	await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
	await page.goto(url);
	await page.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 60000 });
	return {
		page,
		work: async () => {
			const { metrics } = await devtools.send("Performance.getMetrics");
			return Math.round(metrics.find((m) => m.name === "TaskDuration").value * 1000);
		},
		text: (selector) => page.locator(selector).innerText(),
		close: async () => {
			assert.deepEqual(trouble, []);
			await context.close();
		},
	};
}

const tests = {
	async "the head tells what happened"() {
		const { page, text, close } = await open(urls.small);
		assert.match(await text("#headline"), /T1 was preempted between queue.c:9 and queue.c:12/);
		assert.match(await text("#kind"), /✖ use-after-free/);
		assert.match(await text("#sentences"), /1 preemption shows it/);
		assert.match(await text("#necessary-list"), /before step 11/);
		assert.equal(await page.title(), "use-after-free: ./queue — scree");
		await close();
	},

	async "it opens at the finding and steps with keys"() {
		const { page, text, close } = await open(urls.small);
		assert.match(await text("#step-text"), /read of 4 bytes of freed memory/);
		assert.match(await text("#source .current"), /int value = n->value/);
		await page.keyboard.press("k");
		assert.match(await text("#step-title"), /Step 17 of 17/);
		await page.keyboard.press("ArrowUp");
		assert.match(await text("#step-text"), /frees \*head/);
		assert.match(await text("#source .current"), /free\(n\);/);
		await page.keyboard.press("j");
		assert.match(await text("#step-title"), /Step 17/);
		await page.keyboard.press("p");
		assert.match(await text("#step-title"), /Step 11/);
		await page.keyboard.press("p");
		assert.match(await text("#step-title"), /Step 10/);
		await page.keyboard.press("n");
		assert.match(await text("#step-title"), /Step 11/);
		await page.keyboard.press("Home");
		assert.match(await text("#step-title"), /Step 1 of/);
		await page.keyboard.press("End");
		assert.match(await text("#step-text"), /freed memory/);
		await close();
	},

	async "buttons step too, and a screen reader is told"() {
		const { page, text, close } = await open(urls.small);
		await page.click("#first");
		await page.click("#forward");
		assert.match(await text("#step-title"), /Step 7/); // of a folded stretch, its end
		await page.click("#forward");
		assert.match(await text("#step-title"), /Step 8/);
		assert.match(await page.textContent("#status"), /Step 8, T0 main: creates T1/);
		const active = await page.getAttribute("#left .scroller", "aria-activedescendant");
		assert.match(await page.getAttribute("#" + active, "aria-label"), /Step 8/);
		assert.equal(await page.getAttribute("#" + active, "aria-selected"), "true");
		await close();
	},

	async "local steps are folded up until asked for"() {
		const { page, close } = await open(urls.small);
		assert.equal(await page.locator("#left .row.step").count(), 11);
		assert.match(await page.locator("#left .row.gap").innerText(), /steps 2–7: 6 steps/);
		await page.keyboard.press("Home");
		await page.keyboard.press("j");
		await page.keyboard.press("Enter");
		assert.equal(await page.locator("#left .row.step").count(), 17);
		await page.keyboard.press("f");
		await page.keyboard.press("f");
		assert.equal(await page.locator("#left .row.step").count(), 11);
		await page.click("#left .row.gap");
		assert.equal(await page.locator("#left .row.step").count(), 17);
		await close();
	},

	async "a necessary preemption stands out without colour"() {
		const { page, close } = await open(urls.small);
		const row = page.locator("#left .row.switch.necessary");
		assert.equal(await row.count(), 1);
		assert.match(await row.innerText(), /⚡ *necessary/i);
		await page.click("#necessary-list button");
		assert.match(await page.locator("#step-title").innerText(), /Step 11/);
		await close();
	},

	async "an access that is selected shows its source, values, stack and holders"() {
		const { page, text, close } = await open(urls.small);
		await page.click("#left .row[data-step='14'].step");
		assert.match(await text("#source-title"), /src\/queue.c:14 in take/);
		assert.match(await text("#source .current"), /^▶?\s*14/);
		assert.match(await text("#source .current"), /head = n->next;/);
		assert.match(await text("#step-facts"), /0x5550 → NULL/);
		assert.match(await text("#values tr.now"), /head\s+NULL\s+this step/);
		assert.match(await text("#threads tr:nth-child(3)"), /■|▲ T2 taker\s+runs\s+lock/);
		assert.match(await text("#threads tr:nth-child(1)"), /waits for T1 to end/);
		assert.match(await text("#related"), /races with step 10, T1/);
		assert.equal(await page.locator("#stack li").count(), 3);
		await page.click("#stack li:nth-child(2) button");
		assert.match(await text("#source .current"), /\*sum \+= take/);
		await page.click("#related button");
		assert.match(await text("#step-title"), /Step 10/);
		assert.match(await text("#values tr.now"), /0x5550/);
		await close();
	},

	async "arrows are drawn between the steps that can be seen"() {
		const { page, close } = await open(urls.small);
		assert.equal(await page.locator("#left path.arrow").count(), 5);
		assert.equal(await page.locator("#left path.arrow.race").count(), 1);
		await page.click("#left .row[data-step='14'].step");
		assert.equal(await page.locator("#left path.arrow.race.chosen").count(), 1);
		assert.equal(await page.locator("#left text.arrow-label").innerHTML(), "race");
		await close();
	},

	async "filters by thread and by variable"() {
		const { page, text, close } = await open(urls.small);
		await page.uncheck("[data-thread='2']");
		assert.equal(await text("#shown"), "11 of 17 steps");
		assert.equal(await page.locator("#left .row.step").count(), 5);
		await page.check("[data-thread='2']");
		await page.keyboard.press("/");
		await page.keyboard.type("scratch");
		assert.equal(await text("#shown"), "6 of 17 steps");
		assert.equal(await page.locator("#left .row.step").count(), 6);
		await page.fill("#variable", "lock");
		assert.equal(await page.locator("#left .row.step").count(), 2);
		await page.fill("#variable", "");
		assert.equal(await text("#shown"), "17 steps");
		await close();
	},

	async "compares with the nearest passing schedule"() {
		const { page, text, close } = await open(urls.small);
		await page.keyboard.press("c");
		assert.ok(await page.isVisible("#right-pane"));
		assert.match(await text("#step-title"), /Step 11/);
		assert.equal(await page.locator("#left .row.part").count(), 1);
		assert.equal(await page.locator("#right .row.part").count(), 1);
		assert.match(await page.locator("#left .row.selected").innerText(), /T2|▲/);
		assert.match(await page.locator("#right .row.selected").innerText(), /T1|■/);
		await page.click("#left .row[data-step='8'].step");
		assert.equal(await page.getAttribute("#right .row.selected", "data-step"), "8");
		await page.click("#right .row[data-step='16'].step");
		assert.match(await text("#step-text"), /reads head: NULL/);
		assert.match(await text("#which"), /passing/);
		await page.keyboard.press("c");
		assert.ok(!await page.isVisible("#right-pane"));
		await close();
	},

	async "commands can be copied"() {
		const { page, text, close } = await open(urls.small, { permissions: ["clipboard-read", "clipboard-write"] });
		assert.match(await text("#commands"), /scree replay scree-findings\/queue-1 --gdb/);
		await page.click("#commands .command:nth-child(2) button");
		await page.waitForFunction(() => document.querySelector("#commands .command:nth-child(2) button").textContent.includes("copied"));
		assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "scree replay scree-findings/queue-1 --gdb");
		await close();
	},

	async "the keys are explained"() {
		const { page, text, close } = await open(urls.small);
		await page.keyboard.press("?");
		assert.match(await text("#help"), /next step/);
		await page.click("#help button");
		assert.ok(!await page.isVisible("#help"));
		await page.keyboard.press("?");
		await page.keyboard.press("Escape");
		assert.ok(!await page.isVisible("#help"));
		await close();
	},

	async "light and dark, as the system says or as is chosen"() {
		const { page, close } = await open(urls.small, { colorScheme: "dark" });
		const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
		assert.equal(await theme(), "dark");
		await page.keyboard.press("t");
		assert.equal(await theme(), "light");
		await page.reload();
		await page.waitForFunction(() => document.documentElement.dataset.ready);
		assert.equal(await theme(), "light");
		await close();
	},

	async "everything can be reached with the tab key, and has a name"() {
		const { page, close } = await open(urls.small);
		const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, [tabindex='0'], [role=listbox]")]
			.filter((n) => n.checkVisibility() && !(n.getAttribute("aria-label") || n.textContent.trim() || n.labels && n.labels.length))
			.map((n) => n.outerHTML));
		assert.deepEqual(nameless, []);
		const met = new Set();
		for (let i = 0; i < 60; i++) {
			await page.keyboard.press("Tab");
			met.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className));
		}
		for (const id of ["theme", "help-button", "forward", "variable", "fold", "compare", "scroller", "source"])
			assert.ok(met.has(id), id + " cannot be reached by tab: " + [...met]);
		await close();
	},

	async "10,000 steps can be used at once"() {
		const { page, text, work, close } = await open(urls.large);
		const worked = await work(), ready = await page.evaluate(() => document.documentElement.dataset.ready);
		console.log(`    10,000 steps: usable after ${ready} ms, with ${worked} ms of work (at most ${USABLE})`);
		assert.ok(worked > 0 && worked < USABLE, `usable after ${worked} ms of work`);
		await page.uncheck("#fold");
		assert.equal(await text("#shown"), "10,000 steps");
		const rows = await page.locator("#left .row").count();
		assert.ok(rows > 10 && rows < 200, `${rows} rows exist`);
		await page.evaluate(() => { document.querySelector("#left .scroller").scrollTop = 140000; });
		await page.waitForFunction(() => [...document.querySelectorAll("#left .row.step")].some((r) => Math.abs(r.dataset.step - 4300) < 200));
		await page.keyboard.press("Home");
		const took = await page.evaluate(() => {
			const from = performance.now();
			for (let i = 0; i < 100; i++)
				document.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
			return performance.now() - from;
		});
		console.log(`    100 steps forward: ${Math.round(took)} ms`);
		assert.match(await text("#step-title"), /Step 101 of 10,000/);
		await page.fill("#variable", "counters[7]");
		assert.match(await text("#shown"), /of 10,000 steps/);
		assert.match(await text("#sentences"), /last 10,000 steps of 30,000/);
		// From far down in a long list to a short one.
		await page.fill("#variable", "");
		await page.keyboard.press("Escape");
		await page.keyboard.press("End");
		await page.fill("#variable", "counters[49]");
		await page.fill("#variable", "counters[499999]");
		assert.equal(await page.locator("#left .row.step").count(), 0);
		await page.fill("#variable", "counters[49]");
		assert.ok(await page.locator("#left .row.step").count() > 5);
		await page.evaluate(() => { document.querySelector("#left .scroller").scrollTop = 1e9; });
		await page.fill("#variable", "");
		await page.check("#fold");
		assert.ok(await page.locator("#left .row.step").count() > 5);
		await close();
	},

	async "a finding without steps is still told"() {
		const { text, close } = await open(urls.empty);
		assert.match(await text("#step-title"), /No steps were recorded/);
		assert.match(await text("#source .current"), /int value = n->value/);
		await close();
	},

	async "what the program wrote is text, whatever it is"() {
		for (const url of [urls.hostile, urls.hostileRun]) {
			const { page, text, close } = await open(url);
			assert.match(await text("#headline"), /<\/script><script>window\.broken = 1<\/script>/);
			assert.match(await text("#headline"), /\\x1b\[31mred\\x7f/);
			assert.match(await text("#headline"), /line\\u\{2028\}ends/);
			assert.match(await text("#headline"), /\\u\{202e\}right to left/);
			assert.match(await text("#headline"), /@DATA@/);
			assert.equal(await page.evaluate(() => window.broken), undefined);
			assert.equal(await page.locator("img").count(), 0);
			assert.equal(await page.locator("script").count(), 2);
			for (let i = 0; i < 20; i++)
				await page.keyboard.press(url === urls.hostile ? "k" : "Tab");
			if (url === urls.hostile)
				await page.keyboard.press("c");
			assert.equal(await page.evaluate(() => window.broken), undefined);
			assert.equal(await page.locator("script").count(), 2);
			await close();
		}
	},

	async "a real finding, of a program with hostile strings"() {
		const { page, text, close } = await open(urls.finding);
		assert.match(await text("#kind"), /assertion/);
		assert.match(await text("#headline"), /window\.broken=2<\/script>/);
		assert.match(await text("#program"), /<i>\\x1b\ufffd/);
		assert.match(await text("#commands"), /scree replay .*--gdb/s);
		await page.fill("#variable", "tickets");
		await page.keyboard.press("Escape");
		await page.keyboard.press("Home");
		assert.match(await text("#step-text"), /reads tickets: 1/);
		assert.match(await text("#source .current"), /if \(tickets > 0\)/);
		await page.fill("#variable", "label");
		await page.keyboard.press("Escape");
		await page.keyboard.press("Home");
		assert.match(await text("#step-text"), /label/);
		assert.match(await text("#source .current"), /label\[0\] = '<';/);
		assert.match(await text("#threads"), /gate/);
		assert.match(await text("#source"), /#define HOSTILE "<\/script><script>/);
		assert.equal(await page.evaluate(() => window.broken), undefined);
		await close();
	},

	async "scree check --html writes the same page"() {
		const [check, report] = [urls.check, urls.finding].map((url) => readFileSync(fileURLToPath(url), "utf8"));
		assert.equal(check, report);
	},

	async "the last step of a recording is the finding"() {
		const { page, text, close } = await open(urls.finding);
		assert.equal(await page.locator("#left .row.end").count(), 0);
		assert.match(await page.locator("#left .row.failing").innerText(), /✖.*broken=2/);
		assert.match(await text("#source .current"), /assert\(tickets >= 0/);
		await close();
	},

	async "a real run"() {
		const { page, text, close } = await open(urls.realRun);
		assert.match(await text("#kind"), /finding/);
		assert.match(await text("#findings"), /window\.broken=2<\/script>/);
		assert.match(await text("#program"), /<i>\\x1b\ufffd/);
		assert.ok(await page.locator(".job-node").count() > 3);
		assert.equal(await page.locator(".job-node.running, .job-node.pending").count(), 0);
		assert.ok(await page.locator(".inclusion").count() > 3);
		assert.equal(await page.locator("#progress svg").count(), 2);
		assert.match(await text("#races"), /tickets/);
		assert.equal(await page.evaluate(() => window.broken), undefined);
		assert.doesNotMatch(await text("#account"), /scree resume/);
		await close();
	},

	async "a request is forbidden even if somebody tries"() {
		for (const url of [urls.small, urls.run]) {
			const { page } = await open(url);
			const blocked = await page.evaluate(() => new Promise((done) => {
				document.addEventListener("securitypolicyviolation", (e) => done(e.violatedDirective));
				fetch("http://127.0.0.1:9/").then(() => done("sent"), () => {});
			}));
			assert.equal(blocked, "connect-src");
			const ran = await page.evaluate(() => {
				const node = document.createElement("script");
				node.textContent = "window.broken = 3";
				document.body.append(node);
				return window.broken;
			});
			assert.equal(ran, undefined);
			await page.context().close();
		}
	},

	async "a run: jobs as a lattice, progress, races, findings"() {
		const { page, text, close } = await open(urls.run);
		assert.match(await text("#kind"), /finding/);
		assert.equal(await page.locator(".job-node").count(), 12);
		// yield is in all; lock and unlock lie below their union, that below all synchronization.
		const edges = await page.evaluate(() => [...document.querySelectorAll(".inclusion")].map((l) => l.dataset.low + "<" + l.dataset.high));
		for (const edge of ["0<3", "3<5", "4<5", "5<1", "2<1", "1<7", "6<7", "9<10", "10<11", "7<11"])
			assert.ok(edges.includes(edge), edge + " is missing: " + edges);
		for (const edge of ["0<1", "3<1", "0<11", "8<10"])
			assert.ok(!edges.includes(edge), edge + " follows from others");
		await page.click("[data-job='9']");
		assert.match(await text("#job"), /job 9 \(big\): suspended.*about 83,200 in all/s);
		assert.equal(await page.locator("#progress svg").count(), 2);
		assert.match(await page.getAttribute("#progress svg >> nth=0", "aria-label"), /run 7,800/);
		assert.match(await text("#races .matrix"), /buggy/);
		assert.equal(await page.locator("#races details tbody tr").count(), 4);
		assert.match(await text("#findings"), /use-after-free/);
		assert.match(await text("#counters"), /loops bounded/);
		await close();
	},

	// To be looked at; only that nothing is wider than the page is checked.
	async "fits into 1280 and 390 pixels, light and dark"() {
		for (const [width, height] of [[1280, 800], [390, 844]])
			for (const colorScheme of ["light", "dark"])
				for (const name of ["small", "large", "hostile", "run", "compare", "finding", "realRun"]) {
					const { page, close } = await open(urls[name === "compare" ? "small" : name], { viewport: { width, height }, colorScheme });
					if (name === "compare")
						await page.keyboard.press("c");
					if (name === "small")
						await page.click("#left .row[data-step='14'].step");
					const wide = await page.evaluate(() => document.documentElement.scrollWidth);
					assert.ok(wide <= width, `${name} is ${wide} wide at ${width}`);
					await page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`), fullPage: width < 800 });
					await close();
				}
	},
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
	try {
		await test();
		console.log("ok   " + name);
	} catch (e) {
		failed++;
		console.log("FAIL " + name + "\n" + String(e.stack).replace(/^/gm, "    "));
	}
}
await browser.close();
console.log(failed ? `${failed} of ${Object.keys(tests).length} failed` : `all ${Object.keys(tests).length} passed`);
process.exit(failed ? 1 : 0);
