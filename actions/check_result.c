/* SPDX-License-Identifier: MIT */
#include "actions/check_result.h"

#include "actions/finding_file.h"
#include "actions/interchange.h"
#include "actions/minimising.h"
#include "actions/tell.h"
#include "base/text.h"
#include "report/render/html.h"
#include "report/words/divergence.h"

#include <stdlib.h>

/* ---- findings ---- */

/* A divergence is an error like those that a worker reports itself. */
static void collect(struct output *o)
{
	const struct wire_divergence *d = &o->outcome->done.divergence;
	output_collect(o);
	if (o->error || !d->happened)
		return;
	struct buf b = {0};
	divergence_text(&b, o->style.symbols, d);
	o->error = buf_detach(&b);
}

struct output check_output(const struct check_report *r)
{
	struct output o = {
	        .command = "check",
	        .options = &r->options->exec,
	        .program = r->program,
	        .outcome = r->outcome,
	        .jobs = r->jobs,
	};
	collect(&o);
	return o;
}

static void accuse(const struct output *o, struct deepening *jobs)
{
	for (size_t i = 0; jobs && i < jobs->bugs.n; i++) {
		uint64_t n = jobs->bugs.at[i].finding;
		const struct finding *f =
		        n < o->outcome->found.n ? &o->outcome->found.at[n].finding : NULL;
		size_t k = f ? output_find(o, f) : o->findings.n;
		if (k < o->smaller.n && o->smaller.at[k].finding)
			deepening_bug_places(jobs, n, &o->smaller.at[k].finding->preempted);
	}
}

struct result check_minimise(struct output *o, const struct check_report *r)
{
	struct minimising how = {r->options->minimize_ms, r->variables};
	struct result minimised = minimise_findings(o, &how);
	accuse(o, r->jobs);
	return minimised;
}

/* ---- the verdict ---- */

static size_t fewest_preemptions(const struct output *o)
{
	size_t fewest = SIZE_MAX;
	for (size_t i = 0; i < o->findings.n; i++) {
		const struct finding *f = o->findings.at[i].finding;
		size_t n = schedule_preemptions(&f->schedule);
		if (f->severity == SEVERITY_ERROR && n < fewest)
			fewest = n;
	}
	return fewest;
}

void check_judge(struct check_result *c, const struct output *o, const struct check_report *r)
{
	*c = (struct check_result){.config = check_options_config(r->options)};
	char *program = command_of(o);
	struct verdict_facts facts = {
	        .outcome = r->outcome,
	        .asked = &c->config.explore,
	        .pp_set = c->config.pp_set,
	        .code = &r->options->exec.code,
	        .max_executions = r->options->max_executions,
	        .findings = o->errors,
	        .jobs = r->jobs,
	        .fewest_preemptions = fewest_preemptions(o),
	        .symbols = o->style.symbols,
	        .program = program,
	};
	verdict_text(&c->sentences, &facts);
	verdict_codes(&c->codes, &facts);
	c->verdict = verdict_of(&facts);
	mem_free(program);
}

void check_result_release(struct check_result *c)
{
	buf_release(&c->sentences);
	buf_release(&c->codes);
}

struct run_view check_view(struct check_result *c, const struct output *o,
                           const struct check_report *r)
{
	struct run_view view = output_view(o);
	view.verdict = verdict_name[c->verdict];
	view.verdict_text = buf_cstr(&c->sentences);
	view.run_dir = r->run_dir;
	view.races = r->options->races;
	view.asked = &c->config.explore;
	view.jobs = r->jobs;
	view.history = r->history;
	return view;
}

/* ---- files ---- */

struct result check_write_files(const struct output *o, const struct check_report *r,
                                const struct run_view *view, const struct sarif_end *end)
{
	const struct check_options *options = r->options;
	struct interchange_files files = {options->sarif, options->junit};
	struct result page = options->html ? tell_page(o, options->html) : result_ok();
	struct result summary =
	        o->options->summary ? output_write_summary(view, o->options->summary) : result_ok();
	struct result for_others = interchange_write(o, &files, end);
	return result_first(page, result_first(summary, for_others));
}

struct result check_page(const struct check_report *r, struct buf *page)
{
	char *json = NULL;
	size_t n = 0;
	FILE *memory = open_memstream(&json, &n);
	if (!memory)
		return result_errno("cannot make the page");
	struct output o = check_output(r);
	struct check_result c;
	check_judge(&c, &o, r);
	struct run_view view = check_view(&c, &o, r);
	run_json(memory, &view, false);
	bool written = fclose(memory) == 0;
	if (written)
		html_run(page, json, n);
	free(json);
	check_result_release(&c);
	output_release(&o);
	return written ? result_ok() : result_errno("cannot make the page");
}
