/* SPDX-License-Identifier: MIT */
/* `scree minimize`: a finding file with a smaller schedule. */
#include "cli/code_options.h"
#include "cli/command.h"
#include "cli/execute.h"
#include "cli/finding_file.h"
#include "cli/minimising.h"
#include "cli/recorded.h"
#include "cli/replay_report.h"
#include "jobs/file.h"
#include "jobs/interrupt.h"

#include <stdio.h>

struct minimize_options {
	struct exec_options exec;
	bool force;
	uint64_t time_ms;
	const char *output; /* NULL: the file itself */
	const char *file;
	struct schedule recorded;
};

static void make_table(struct minimize_options *o, struct option_table *t)
{
	const struct option table[] = {
	        {"time", 't', OPTION_DURATION, &o->time_ms, "TIME", NULL, NULL,
	         "how long to look for a smaller schedule (default 5s)"},
	        {"output", 'o', OPTION_STRING, &o->output, "FILE", NULL, NULL,
	         "where to write it (default: in place of the file)"},
	        {"force", 0, OPTION_FLAG, &o->force, NULL, NULL, NULL,
	         "try it with another build than the one that showed the finding"},
	};
	t->n = 0;
	option_table_add(t, table, ARRAY_SIZE(table));
	exec_options_add(t, &o->exec, OPTIONS_PROGRAM | OPTIONS_RESULT);
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
	exec_options_init(&o->exec);
}

static void print_help(void)
{
	struct minimize_options o;
	struct option_table table;
	struct buf b = {0};
	init(&o);
	make_table(&o, &table);
	buf_text(&b,
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
	options_help(&b, table.at, table.n);
	fwrite(b.at, 1, b.n, stdout);
	buf_release(&b);
}

static struct result parse_words(struct minimize_options *o, int argc, char **argv)
{
	struct option_table table;
	const char *words[RECORDED_WORDS];
	make_table(o, &table);
	GUARD(recorded_words(&table, argc, argv, words, &o->exec.help));
	if (o->exec.help)
		return result_ok();
	if (!words[0])
		return result_error("which finding? `scree minimize FILE`");
	if (!o->time_ms)
		return result_error("--time: give a time above 0");
	o->file = words[0];
	o->exec.program = words[1];
	return exec_options_check(&o->exec);
}

/* ---- the result ---- */

static struct result write_file(const struct minimize_options *o, const struct output *out)
{
	const char *path = o->output ? o->output : o->file;
	struct schedule s;
	finding_file_make(&s, out, &out->findings.at[0]);
	struct result r = schedule_save(path, &s);
	schedule_release(&s);
	return r;
}

static void print(const struct minimize_options *o, struct output *out)
{
	struct buf command = {0};
	const char *path = o->output ? o->output : o->file;
	buf_text(&command, "scree replay");
	command_word(&command, path);
	vec_push(&out->replay, buf_detach(&command));
	vec_push(&out->paths, str_copy(path));
	if (!output_is_json(out))
		output_finding(out, 0, false);
	if (o->exec.stats && !output_is_json(out))
		output_stats(out);
}

static struct result report(const struct minimize_options *o, struct output *out)
{
	struct smaller *s = &out->smaller.at[0];
	if (interrupt_signal())
		return result_error("interrupted; %s is as before", o->file);
	if (!s->finding)
		return result_error("%s is as before: %s", o->file,
		                    s->trouble ? s->trouble : "its schedule has no choices");
	if (o->recorded.minimised.known)
		s->minimised.from = o->recorded.minimised.from;
	GUARD(write_file(o, out));
	print(o, out);
	struct run_view view = output_view(out);
	view.verdict = "minimized";
	if (output_is_json(out))
		run_json(stdout, &view, false);
	GUARD(output_flush());
	return o->exec.summary ? output_write_summary(&view, o->exec.summary) : result_ok();
}

/* ---- all together ---- */

/* w has replayed the file. */
static struct result minimize_finding(const struct minimize_options *o, const struct program *p,
                                      const struct worker *w)
{
	struct minimising how = {.budget_ms = o->time_ms};
	struct output out = {
	        .command = "minimize",
	        .options = &o->exec,
	        .program = p,
	        .outcome = &w->outcome,
	};
	struct result r;
	output_collect(&out);
	size_t i = replay_finding(&o->recorded, &out);
	if (i < out.findings.n) {
		out.findings.at[0] = out.findings.at[i];
		out.findings.n = 1;
		r = minimise_findings(&out, &how);
		if (!result_failed(r))
			r = report(o, &out);
	} else {
		output_error(&out);
		r = result_error("%s is as before: its schedule does not show its finding; "
		                 "`scree replay %s` says what happens instead",
		                 o->file, o->file);
	}
	output_release(&out);
	return r;
}

static struct result replay(const struct minimize_options *o, const struct program *p)
{
	struct worker w;
	struct worker_options how = {
	        .program = p, .config = exec_options_config(&o->exec), .mute = true};
	how.config.schedule = SCHEDULE_FIXED;
	how.config.executions = 1;
	how.config.choices = o->recorded.choices;
	struct result r = code_options_resolve(&o->exec.code, p, &how.config.code);
	if (!result_failed(r)) {
		r = execute(&w, &o->exec, &how, "minimize");
		if (!result_failed(r))
			r = minimize_finding(o, p, &w);
		worker_release(&w);
	}
	code_rules_release(&how.config.code);
	return r;
}

static struct result minimize(struct minimize_options *o)
{
	struct program program;
	GUARD(recorded_load("minimize", o->file, &o->exec, &o->recorded));
	if (!o->recorded.finding.known)
		return result_error("%s records no finding", o->file);
	GUARD(interrupt_catch());
	struct result r = program_open(&program, o->exec.program);
	if (!result_failed(r))
		r = recorded_build(o->file, &o->recorded, &program, o->force);
	if (!result_failed(r))
		r = replay(o, &program);
	program_release(&program);
	return r;
}

int cmd_minimize(int argc, char **argv)
{
	struct minimize_options o;
	init(&o);
	struct result r = parse_words(&o, argc, argv);
	bool failed = result_failed(r);
	if (!failed && o.exec.help)
		print_help();
	else if (!failed)
		r = minimize(&o);
	int status = command_end("minimize", r, o.exec.json, result_failed(r) ? -1 : EXIT_VERIFIED);
	exec_options_release(&o.exec);
	schedule_release(&o.recorded);
	return status;
}
