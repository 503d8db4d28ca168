/* SPDX-License-Identifier: MIT */
/* `scree minimize`: a finding file with a smaller schedule. */
#include "actions/minimising.h"
#include "cli/command.h"
#include "cli/exec_options.h"
#include "cli/output.h"

#include <stdio.h>

struct minimize_options {
	struct recorded recorded; /* first */
	uint64_t time_ms;
	const char *output; /* NULL: the file itself */
};

static void make_table(struct minimize_options *o, struct option_table *t)
{
	const struct option table[] = {
	        {"time", 't', OPTION_DURATION, &o->time_ms, "TIME", NULL, NULL,
	         "how long to look for a smaller schedule (default 5s)"},
	        {"output", 'o', OPTION_STRING, &o->output, "FILE", NULL, NULL,
	         "where to write it (default: in place of the file)"},
	};
	t->n = 0;
	option_table_add(t, table, ARRAY_SIZE(table));
	recorded_add_force(t, &o->recorded);
	exec_options_add(t, &o->recorded.exec, OPTIONS_PROGRAM | OPTIONS_RESULT);
}

/* Nobody parses with this table. */
void minimize_option_list(struct option_table *t)
{
	static struct minimize_options nowhere;
	make_table(&nowhere, t);
}

static void init(struct minimize_options *o)
{
	*o = (struct minimize_options){.time_ms = MINIMIZE_MS};
	recorded_init(&o->recorded, "minimize");
}

static void print_help(void)
{
	struct minimize_options o;
	struct option_table table;
	init(&o);
	make_table(&o, &table);
	option_table_help(
	        &table,
	        "usage: scree minimize [OPTIONS] FILE [PROG]\n"
	        "\n"
	        "Replaces the schedule of a finding file by one with the fewest preemptions\n"
	        "that shows the same finding, with few switches. Says which preemptions are\n"
	        "necessary, and adds the nearest schedule that passes. `scree check` has done\n"
	        "the same for its findings, with less time. PROG: where the program is now.\n"
	        "\n"
	        "Exit status: 0 written, 2 not reproduced, or usage or environment error; the\n"
	        "file is as before then.\n"
	        "\n");
}

static struct result parse_words(struct minimize_options *o, int argc, char **argv)
{
	struct option_table table;
	make_table(o, &table);
	GUARD(recorded_parse(&o->recorded, &table, argc, argv));
	if (!o->recorded.exec.help && !o->time_ms)
		return result_error("--time: give a time above 0");
	return result_ok();
}

/* ---- the result ---- */

static struct result print(const struct minimize_options *o, const struct output *out)
{
	struct run_view view = output_view(out);
	view.verdict = "minimized";
	if (output_is_json(out)) {
		run_json(stdout, &view, false);
	} else {
		output_finding(out, 0, false);
		if (o->recorded.exec.stats)
			output_stats(out);
	}
	GUARD(output_flush());
	return o->recorded.exec.summary ? output_write_summary(&view, o->recorded.exec.summary)
	                                : result_ok();
}

/* ---- all together ---- */

/* w has replayed the file. */
static struct result minimize_finding(const struct recorded *r, const struct program *p,
                                      const struct worker *w)
{
	const struct minimize_options *o = (const struct minimize_options *)r;
	struct output out = {
	        .command = r->command,
	        .options = &r->exec,
	        .program = p,
	        .outcome = &w->outcome,
	};
	output_collect(&out);
	if (replay_finding(&r->schedule, &out) == out.findings.n)
		output_error(&out);
	struct result result =
	        minimise_recorded(&out, r, o->time_ms, o->output ? o->output : r->file);
	if (!result_failed(result))
		result = print(o, &out);
	output_release(&out);
	return result;
}

static struct result minimize(struct recorded *r)
{
	struct program program;
	GUARD(recorded_load(r));
	if (!r->schedule.finding.known)
		return result_error("%s records no finding", r->file);
	GUARD(recorded_open(r, &program));
	struct wire_config config = exec_options_config(&r->exec);
	config.schedule = SCHEDULE_FIXED;
	config.executions = 1;
	config.choices = r->schedule.choices;
	struct result result = recorded_run(r, &program, &config, minimize_finding);
	program_release(&program);
	return result;
}

int cmd_minimize(int argc, char **argv)
{
	struct minimize_options o;
	init(&o);
	struct result r = parse_words(&o, argc, argv);
	bool failed = result_failed(r);
	if (!failed && o.recorded.exec.help)
		print_help();
	else if (!failed)
		r = minimize(&o.recorded);
	int status = command_end("minimize", r, o.recorded.exec.json,
	                         result_failed(r) ? -1 : EXIT_VERIFIED);
	recorded_release(&o.recorded);
	return status;
}
