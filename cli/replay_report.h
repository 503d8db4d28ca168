/* SPDX-License-Identifier: MIT */
/* What `scree replay` says of an execution that should have shown a finding again. */
#ifndef CLI_REPLAY_REPORT_H
#define CLI_REPLAY_REPORT_H

#include "actions/recorded.h"
#include "cli/output.h"

struct replay_report {
	const char *file;
	const struct exec_options *options;
	const struct schedule *recorded;
	const struct program *program;
	const struct outcome *outcome;
	uint64_t until; /* the step at which it was to stop; 0: none */
};

/* Prints everything. Fails where a file cannot be written; *status is set in either case. */
struct result replay_report(const struct replay_report *r, int *status) MUST_USE;

#endif
