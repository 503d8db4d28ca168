/* SPDX-License-Identifier: MIT */
/* `scree run`: one execution, or many random ones, under a chosen schedule. */
#include "actions/code_options.h"
#include "actions/execute.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/run_report.h"
#include "jobs/system/interrupt.h"

#include <stdio.h>

static void print_help(void)
{
	struct buf b = {0};
	buf_text(
	        &b,
	        "usage: scree run [OPTIONS] PROG|FILE.c [--] [ARGS...]\n"
	        "\n"
	        "Runs a program built with `scree cc` once under a chosen schedule, or many times\n"
	        "under random ones, and reports what went wrong. A source file is compiled first.\n"
	        "What follows PROG belongs to the program.\n"
	        "\n"
	        "Exit status: 0 no finding, 1 a finding, 2 usage or environment error.\n"
	        "\n");
	run_options_help(&b);
	buf_print(&b, stdout);
	buf_release(&b);
}

static struct wire_config make_config(const struct run_options *o)
{
	struct wire_config c = exec_options_config(&o->exec);
	c.schedule = o->schedule.kind;
	c.seed = o->schedule.seed;
	c.executions = o->executions;
	c.choices = o->recorded.choices;
	return c;
}

static void warn_other_build(const struct run_options *o, const struct program *p)
{
	if (other_build(&o->recorded, p))
		fprintf(stderr,
		        "scree run: '%s' is not the build that the schedule was recorded "
		        "with; it may run differently\n",
		        p->name);
}

static struct result run_worker(const struct run_options *o, const struct program *p, int *status)
{
	struct worker w;
	struct worker_options how = {.program = p, .config = make_config(o)};
	struct result r = code_options_resolve(&o->exec.code, p, &how.config.code);
	if (!result_failed(r)) {
		r = execute(&w, &o->exec, &how, "run");
		if (!result_failed(r)) {
			struct run_report report = {o, p, &w.outcome};
			r = run_report(&report, status);
		}
		worker_release(&w);
	}
	code_rules_release(&how.config.code);
	return r;
}

static struct result run_program(const struct run_options *o, int *status)
{
	struct program program;
	GUARD(interrupt_catch());
	struct result r = program_open(&program, o->exec.program);
	if (!result_failed(r)) {
		warn_other_build(o, &program);
		r = run_worker(o, &program, status);
	}
	program_release(&program);
	return r;
}

int cmd_run(int argc, char **argv)
{
	struct run_options o;
	int status = -1;
	struct result r = run_options_parse(&o, argc, argv);
	if (!result_failed(r) && o.exec.help) {
		print_help();
		status = EXIT_VERIFIED;
	} else if (!result_failed(r)) {
		r = run_program(&o, &status);
	}
	bool found = status == EXIT_FINDING;
	status = command_end("run", r, o.exec.json, status);
	run_options_release(&o);
	return found ? EXIT_FINDING : status;
}
