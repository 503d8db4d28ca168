/* SPDX-License-Identifier: MIT */
/* What `scree check` prints and writes when the worker has ended. */
#ifndef CLI_CHECK_REPORT_H
#define CLI_CHECK_REPORT_H

#include "cli/check_options.h"
#include "jobs/deepening/deepening.h"
#include "jobs/store/history.h"
#include "jobs/workers/outcome.h"
#include "jobs/workers/program.h"

struct check_report {
	const struct check_options *options;
	const struct program *program;
	const struct outcome *outcome;
	/*
	 * NULL: one set of preemption points, that of the options. Learns where the schedules of
	 * bugs preempt once they are minimised.
	 */
	struct deepening *jobs;
	const char *run_dir;        /* to resume, or NULL */
	char *const *variables;     /* the program's environment; NULL: our own */
	const history_vec *history; /* how far it had come over time, or NULL */
};

/*
 * Saves the findings, prints everything, writes the summary where asked for. Fails where
 * a file cannot be written; *status is set in either case: enum exit_status.
 */
struct result check_report(const struct check_report *r, int *status) MUST_USE;
/* The same as an HTML page (report/render/html.h), and nothing else; findings are not saved. */
struct result check_report_page(const struct check_report *r, struct buf *page) MUST_USE;

#endif
