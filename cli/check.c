/* SPDX-License-Identifier: MIT */
/* `scree check`: explores the schedules of one program and says what that has shown. */
#include "actions/code_options.h"
#include "actions/execute.h"
#include "base/text.h"
#include "cli/check_report.h"
#include "cli/command.h"
#include "cli/deepen.h"
#include "cli/live/progress.h"
#include "cli/output.h"
#include "jobs/system/interrupt.h"

#include <stdio.h>

static void print_help(void)
{
	struct buf b = {0};
	buf_text(
	        &b,
	        "usage: scree check [OPTIONS] PROG|FILE.c [--] [ARGS...]\n"
	        "\n"
	        "Runs a program built with `scree cc` under every schedule that differs, until "
	        "one\n"
	        "of them shows a bug, all were run, or the budget ends. A source file is compiled\n"
	        "first. What follows PROG belongs to the program. Ctrl-C ends the search with a\n"
	        "summary.\n"
	        "\n"
	        "Threads are switched at few places first, then at more, and at accesses that "
	        "race\n"
	        "(--mode); each such set of places is a job. On a terminal a board shows them "
	        "while\n"
	        "they run. At the end it is said what was verified, which jobs were completed, "
	        "what\n"
	        "became of each race, and what to try next. --pp, --bound, --reduction, "
	        "--strategy,\n"
	        "--max-depth and -n ask for one search instead, unless --mode is given.\n"
	        "\n"
	        "Exit status: 0 verified, 1 a finding, 2 usage or environment error,\n"
	        "3 the budget ended with neither.\n"
	        "\n");
	check_options_help(&b);
	buf_print(&b, stdout);
	buf_release(&b);
}

/* A thread touched another's stack: begins again, in the time that is left, with stacks shown. */
static struct result show_stacks(struct worker *w, struct check_options *o,
                                 struct worker_options *how)
{
	uint64_t spent = worker_elapsed_ms(w);
	worker_release(w);
	o->exec.pp_set &= ~PP_HIDE_STACKS;
	how->config.pp_set = o->exec.pp_set;
	if (how->time_ms)
		how->time_ms = how->time_ms > spent ? how->time_ms - spent : 1;
	return execute(w, &o->exec, how, "check");
}

static struct result explore(struct check_options *o, const struct program *p, int *status)
{
	struct worker w;
	struct progress progress;
	struct worker_options how = {
	        .program = p,
	        .config = check_options_config(o),
	        .time_ms = o->time_ms,
	        .stop_gently = true,
	        .watch = progress_watch,
	        .watch_arg = &progress,
	};
	struct result r = code_options_resolve(&o->exec.code, p, &how.config.code);
	if (!result_failed(r)) {
		progress_init(&progress, o->interval_ms, o->exec.quiet);
		r = execute(&w, &o->exec, &how, "check");
		if (!result_failed(r) && w.outcome.ending == ENDING_STACKS)
			r = show_stacks(&w, o, &how);
		progress_end(&progress);
		if (!result_failed(r)) {
			struct check_report report = {
			        .options = o, .program = p, .outcome = &w.outcome};
			r = check_report(&report, status);
		}
		worker_release(&w);
	}
	code_rules_release(&how.config.code);
	return r;
}

static struct result check_program(struct check_options *o, int *status)
{
	struct program program;
	GUARD(interrupt_catch());
	struct result r = program_open(&program, o->exec.program);
	if (!result_failed(r))
		r = o->deepen.on ? deepen(o, &program, NULL, status) : explore(o, &program, status);
	program_release(&program);
	return r;
}

int cmd_check(int argc, char **argv)
{
	struct check_options o;
	int status = -1;
	struct result r = check_options_parse(&o, argc, argv);
	if (!result_failed(r) && o.exec.help) {
		print_help();
		status = EXIT_VERIFIED;
	} else if (!result_failed(r)) {
		r = check_program(&o, &status);
	}
	status = command_end("check", r, o.exec.json, status);
	exec_options_release(&o.exec);
	return status;
}
