/* SPDX-License-Identifier: MIT */
#include "cli/run_report.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/run_replay.h"
#include "report/verdict/explain.h"
#include "report/words/number.h"

/* Saves what --save-schedule asks for; *saved is the index of the finding, or findings.n. */
static struct result save_schedule(const struct output *o, const struct run_options *options,
                                   size_t *saved)
{
	size_t i = output_most_important(o);
	const struct distinct *d = o->findings.n ? &o->findings.at[i] : NULL;
	*saved = o->findings.n;
	if (!options->save_schedule)
		return result_ok();
	if (o->outcome->ending != ENDING_DONE && !(d && d->finding->schedule.n))
		return result_error(
		        "there is no schedule to save: the run did not come to its end");
	GUARD(run_save_schedule(options, o, d));
	*saved = i;
	return result_ok();
}

static const char *verdict(const struct output *o)
{
	if (o->errors)
		return "finding";
	if (o->error)
		return "error";
	return o->outcome->ending == ENDING_INTERRUPTED ? "interrupted" : "passed";
}

static void print_summary(const struct output *o)
{
	const struct outcome *outcome = o->outcome;
	struct buf b = {0};
	buf_printf(&b, "scree: %s", outcome->ending == ENDING_INTERRUPTED ? "interrupted; " : "");
	output_numbers(o, &b);
	if (outcome->ending == ENDING_DONE && outcome->done.exit_status > 0)
		buf_printf(&b, "; the program's exit status is %d", outcome->done.exit_status);
	buf_u8(&b, '\n');
	for (size_t i = 0; i < COUNT_COUNT; i++) {
		if (!outcome->done.counters[i] || counter_info[i].weight == COUNTER_MEASURES)
			continue;
		buf_text(&b, "scree: ");
		number_add(&b, outcome->done.counters[i]);
		buf_printf(&b, " %s", counter_info[i].text);
		if (counter_info[i].weight == COUNTER_WEAKENS) {
			buf_text(&b, " (scree explain ");
			explain_code(&b, counter_info[i].name);
			buf_u8(&b, ')');
		}
		buf_u8(&b, '\n');
	}
	output_print(&b, stdout);
	buf_release(&b);
}

static void print_text(const struct output *o, bool several)
{
	output_trace(o);
	for (size_t i = 0; i < o->findings.n; i++)
		output_finding(o, i, several);
	if (!o->options->quiet && !o->error)
		print_summary(o);
	if (o->options->stats)
		output_stats(o);
}

static void fill_lists(struct output *o, const struct run_options *options, size_t saved)
{
	for (size_t i = 0; i < o->findings.n; i++) {
		vec_push(&o->replay,
		         run_replay_command(options, o->findings.at[i].finding, i == saved));
		vec_push(&o->paths, i == saved ? str_copy(options->save_schedule) : NULL);
	}
}

struct result run_report(const struct run_report *r, int *status)
{
	struct output o = {
	        .command = "run",
	        .options = &r->options->exec,
	        .program = r->program,
	        .outcome = r->outcome,
	};
	size_t saved;
	output_collect(&o);
	struct result result = save_schedule(&o, r->options, &saved);
	fill_lists(&o, r->options, saved);
	struct run_view view = output_view(&o);
	view.verdict = verdict(&o);
	if (output_is_json(&o))
		run_json(stdout, &view, o.options->trace != TRACE_NONE);
	else
		print_text(&o, r->options->executions > 1);
	if (!result_failed(result))
		result = output_flush();
	output_error(&o);
	if (o.options->summary && !result_failed(result))
		result = output_write_summary(&view, o.options->summary);
	bool incomplete = o.error || r->outcome->ending == ENDING_INTERRUPTED;
	*status = o.errors ? EXIT_FINDING : incomplete ? EXIT_USAGE : EXIT_VERIFIED;
	output_release(&o);
	return result;
}
