/* SPDX-License-Identifier: MIT */
/* `scree run`: one execution, or many random ones, under a chosen schedule. */
#include "base/text.h"
#include "cli/command.h"
#include "cli/run_options.h"
#include "cli/run_report.h"
#include "jobs/interrupt.h"
#include "jobs/worker.h"
#include "report/escape.h"
#include "report/run_json.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
	fwrite(b.at, 1, b.n, stdout);
	buf_release(&b);
}

static void print_failure(const struct result *r)
{
	struct buf b = {0};
	escape_text(&b, r->error);
	fprintf(stderr, "scree run: %s\n", buf_cstr(&b));
	buf_release(&b);
}

static struct wire_config make_config(const struct run_options *o)
{
	struct wire_config c = {
	        .schedule = o->schedule.kind,
	        .seed = o->schedule.seed,
	        .executions = o->executions,
	        .max_events = o->max_events,
	        .pp_set = o->pp_set,
	        .stack_kb = (uint32_t)o->stack_kb,
	        .choices = o->recorded.choices,
	};
	c.flags |= o->trace != TRACE_NONE ? WIRE_WANT_TRACE : 0;
	c.flags |= o->fork ? WIRE_FORK : 0;
	c.flags |= o->go_on ? WIRE_CONTINUE : 0;
	c.flags |= o->exit_status ? WIRE_EXIT_STATUS : 0;
	c.flags |= o->leaks ? WIRE_LEAKS : 0;
	c.flags |= o->all_output ? WIRE_SHOW_ALL_OUTPUT : 0;
	return c;
}

/*
 * A program that is run many times cannot be typed to: from a terminal nothing is read.
 * A file or pipe is handed on.
 */
static struct result open_stdin(const struct run_options *o, int *fd)
{
	*fd = -1;
	if (!o->stdin_file && !isatty(STDIN_FILENO))
		return result_ok();
	const char *path = o->stdin_file ? o->stdin_file : "/dev/null";
	*fd = open(path, O_RDONLY | O_CLOEXEC);
	if (*fd < 0)
		return result_errno("--stdin: cannot open '%s'", path);
	return result_ok();
}

static void warn_other_build(const struct run_options *o, const struct program *p)
{
	const char *recorded = o->recorded.build_id;
	if (recorded && (!p->build_id || strcmp(recorded, p->build_id) != 0))
		fprintf(stderr,
		        "scree run: '%s' is not the build that the schedule was recorded "
		        "with; it may run differently\n",
		        p->name);
}

static void warn_randomised(const struct outcome *o)
{
	if (o->randomised)
		fprintf(stderr, "scree run: the kernel does not let scree fix addresses, so a "
		                "schedule may not replay (in Docker: --security-opt "
		                "seccomp=unconfined)\n");
}

static struct result run_worker(const struct run_options *o, const struct program *p, int *status)
{
	struct worker w;
	struct worker_options how = {
	        .program = p,
	        .args = o->args,
	        .config = make_config(o),
	        .stuck_ms = o->stuck_ms,
	        .stdout_to_stderr = o->json || o->trace == TRACE_JSON,
	};
	GUARD(open_stdin(o, &how.stdin_fd));
	struct result r = worker_start(&w, &how);
	if (how.stdin_fd >= 0)
		close(how.stdin_fd);
	if (!result_failed(r)) {
		worker_wait(&w);
		warn_randomised(&w.outcome);
		struct run_report report = {o, p, &w.outcome};
		r = run_report(&report, status);
	}
	worker_release(&w);
	return r;
}

static struct result run_program(const struct run_options *o, int *status)
{
	struct program program;
	GUARD(interrupt_catch());
	struct result r = program_open(&program, o->program);
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
	if (!result_failed(r) && o.help) {
		print_help();
		status = EXIT_VERIFIED;
	} else if (!result_failed(r)) {
		r = run_program(&o, &status);
	}
	if (result_failed(r)) {
		print_failure(&r);
		/* Nothing has been printed yet where no status is known. */
		if (o.json && status < 0)
			run_json_error(stdout, r.error);
		if (status != EXIT_FINDING)
			status = EXIT_USAGE;
		result_release(&r);
	}
	run_options_release(&o);
	return status;
}
