/* SPDX-License-Identifier: MIT */
/* What `scree run` prints when the worker has ended. */
#ifndef CLI_RUN_REPORT_H
#define CLI_RUN_REPORT_H

#include "cli/run_options.h"
#include "jobs/workers/outcome.h"
#include "jobs/workers/program.h"

struct run_report {
	const struct run_options *options;
	const struct program *program;
	const struct outcome *outcome;
};

/*
 * Prints everything, saves the schedule and the summary where asked for. Fails where one of these
 * files cannot be written; *status is set in either case: enum exit_status.
 */
struct result run_report(const struct run_report *r, int *status) MUST_USE;

#endif
