/* SPDX-License-Identifier: MIT */
/* `scree minimize`: a finding file with a smaller schedule. */
#include "cli/command.h"
#include "cli/execute.h"
#include "cli/finding_file.h"
#include "cli/minimising.h"
#include "cli/recorded.h"
#include "cli/replay_report.h"
#include "jobs/system/file.h"
#include "jobs/system/interrupt.h"

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

static struct result write_file(const struct minimize_options *o, const struct output *out)
{
	const char *path = o->output ? o->output : o->recorded.file;
	struct schedule s;
	finding_file_make(&s, out, &out->findings.at[0]);
	struct result r = schedule_save(path, &s);
	schedule_release(&s);
	return r;
}

static void print(const struct minimize_options *o, struct output *out)
{
	struct buf command = {0};
	const char *path = o->output ? o->output : o->recorded.file;
	buf_text(&command, "scree replay");
	command_word(&command, path);
	vec_push(&out->replay, buf_detach(&command));
	vec_push(&out->paths, str_copy(path));
	if (!output_is_json(out))
		output_finding(out, 0, false);
	if (o->recorded.exec.stats && !output_is_json(out))
		output_stats(out);
}

static struct result report(const struct minimize_options *o, struct output *out)
{
	struct smaller *s = &out->smaller.at[0];
	if (interrupt_signal())
		return result_error("interrupted; %s is as before", o->recorded.file);
	if (!s->finding)
		return result_error("%s is as before: %s", o->recorded.file,
		                    s->trouble ? s->trouble : "its schedule has no choices");
	if (o->recorded.schedule.minimised.known)
		s->minimised.from = o->recorded.schedule.minimised.from;
	GUARD(write_file(o, out));
	print(o, out);
	struct run_view view = output_view(out);
	view.verdict = "minimized";
	if (output_is_json(out))
		run_json(stdout, &view, false);
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
	struct minimising how = {.budget_ms = o->time_ms};
	struct output out = {
	        .command = r->command,
	        .options = &r->exec,
	        .program = p,
	        .outcome = &w->outcome,
	};
	struct result result;
	output_collect(&out);
	size_t i = replay_finding(&r->schedule, &out);
	if (i < out.findings.n) {
		out.findings.at[0] = out.findings.at[i];
		out.findings.n = 1;
		result = minimise_findings(&out, &how);
		if (!result_failed(result))
			result = report(o, &out);
	} else {
		output_error(&out);
		result = result_error("%s is as before: its schedule does not show its finding; "
		                      "`scree replay %s` says what happens instead",
		                      r->file, r->file);
	}
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
