/* SPDX-License-Identifier: MIT */
#include "cli/check_report.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/finding_file.h"
#include "cli/interchange.h"
#include "cli/minimising.h"
#include "cli/tell.h"
#include "report/words/divergence.h"
#include "report/render/html.h"
#include "report/words/number.h"
#include "report/verdict/races.h"
#include "report/verdict/verdict.h"

#include <stdlib.h>

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

static int exit_status(enum verdict v)
{
	static const int status[] = {
	        [VERDICT_VERIFIED] = EXIT_VERIFIED,
	        [VERDICT_FINDING] = EXIT_FINDING,
	        [VERDICT_BUDGET] = EXIT_BUDGET,
	        [VERDICT_ERROR] = EXIT_USAGE,
	};
	return status[v];
}

/* What the search has shown, in words. */
struct words {
	struct buf sentences;
	struct buf codes; /* of the pages that explain it; may be none */
};

static void print_summary(const struct output *o, const char *sentences)
{
	struct buf b = {0};
	buf_text(&b, "scree: ");
	output_numbers(o, &b);
	buf_text(&b, ", ");
	number_duration(&b, o->outcome->elapsed_s);
	buf_printf(&b, "\n%s", sentences);
	output_print(&b, stdout);
	buf_release(&b);
}

static void print_races(const struct output *o, enum race_mode mode)
{
	struct buf b = {0};
	text_races(&b, &o->style, o->outcome, mode);
	output_print(&b, stdout);
	buf_release(&b);
}

static void print_resume(const char *run_dir)
{
	struct buf b = {0};
	buf_text(&b, "to go on: scree resume");
	command_word(&b, run_dir);
	buf_u8(&b, '\n');
	output_print(&b, stdout);
	buf_release(&b);
}

static void print_text(const struct output *o, struct words *words, enum race_mode races,
                       const char *run_dir)
{
	for (size_t i = 0; i < o->findings.n; i++)
		output_finding(o, i, true);
	if (!o->options->quiet) {
		if (!o->jobs)
			print_races(o, races);
		print_summary(o, buf_cstr(&words->sentences));
		if (words->codes.n)
			printf("more on this: scree explain%s\n", buf_cstr(&words->codes));
		if (run_dir)
			print_resume(run_dir);
	}
	if (o->options->stats)
		output_stats(o);
}

/* What could not be saved is shown, so that it is not lost. */
static struct result save_findings(struct output *o, const char *dir)
{
	struct buf lost = {0};
	struct result r = finding_files_save(o, dir, &lost);
	if (result_failed(r)) {
		fputs("scree check: what should have been saved:\n", stderr);
		output_print(&lost, stderr);
		r = result_within(r, "the finding is not saved; its file stands above, and "
		                     "--findings=DIR chooses another place");
	}
	buf_release(&lost);
	return r;
}

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

static enum verdict judge(const struct output *o, const struct check_report *r,
                          const struct wire_config *config, struct words *words)
{
	char *program = command_of(o);
	struct verdict_facts facts = {
	        .outcome = r->outcome,
	        .asked = &config->explore,
	        .pp_set = config->pp_set,
	        .code = &r->options->exec.code,
	        .max_executions = r->options->max_executions,
	        .findings = o->errors,
	        .jobs = r->jobs,
	        .fewest_preemptions = fewest_preemptions(o),
	        .symbols = o->style.symbols,
	        .program = program,
	};
	verdict_text(&words->sentences, &facts);
	verdict_codes(&words->codes, &facts);
	mem_free(program);
	return verdict_of(&facts);
}

static struct run_view view_of(const struct output *o, const struct check_report *r,
                               const struct wire_config *config, enum verdict verdict,
                               struct buf *sentences)
{
	struct run_view view = output_view(o);
	view.verdict = verdict_name[verdict];
	view.verdict_text = buf_cstr(sentences);
	view.run_dir = r->run_dir;
	view.races = r->options->races;
	view.asked = &config->explore;
	view.jobs = r->jobs;
	view.history = r->history;
	return view;
}

static struct result report(struct output *o, const struct check_report *r, int *status)
{
	struct wire_config config = check_options_config(r->options);
	struct words words = {0};
	enum verdict verdict = judge(o, r, &config, &words);
	*status = exit_status(verdict);

	struct result saved = save_findings(o, r->options->findings);
	struct run_view view = view_of(o, r, &config, verdict, &words.sentences);
	if (!o->options->json && !o->options->quiet)
		retell_findings(o);
	if (o->options->json)
		run_json(stdout, &view, false);
	else
		print_text(o, &words, view.races, r->run_dir);
	struct result printed = output_flush();
	output_error(o);
	struct result page = r->options->html ? tell_page(o, r->options->html) : result_ok();
	struct result written = o->options->summary
	                                ? output_write_summary(&view, o->options->summary)
	                                : result_ok();
	struct sarif_end end = {verdict, *status, view.verdict_text};
	struct result for_others = interchange_write(o, r->options, &end);
	buf_release(&words.sentences);
	buf_release(&words.codes);
	return result_first(result_first(result_first(saved, printed), page),
	                    result_first(written, for_others));
}

/* Bugs that a person would call the same are one, whose smaller schedule speaks for all. */
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

static struct output output_of(const struct check_report *r)
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

struct result check_report(const struct check_report *r, int *status)
{
	struct output o = output_of(r);
	struct minimising minimising = {r->options->minimize_ms, r->variables};
	struct result minimised = minimise_findings(&o, &minimising);
	accuse(&o, r->jobs);
	struct result result = result_first(report(&o, r, status), minimised);
	output_release(&o);
	return result;
}

struct result check_report_page(const struct check_report *r, struct buf *page)
{
	char *json = NULL;
	size_t n = 0;
	FILE *memory = open_memstream(&json, &n);
	if (!memory)
		return result_errno("cannot make the page");
	struct output o = output_of(r);
	struct wire_config config = check_options_config(r->options);
	struct words words = {0};
	enum verdict verdict = judge(&o, r, &config, &words);
	struct run_view view = view_of(&o, r, &config, verdict, &words.sentences);
	run_json(memory, &view, false);
	bool written = fclose(memory) == 0;
	if (written)
		html_run(page, json, n);
	free(json);
	buf_release(&words.sentences);
	buf_release(&words.codes);
	output_release(&o);
	return written ? result_ok() : result_errno("cannot make the page");
}
