/* SPDX-License-Identifier: MIT */
/* What `scree replay` says of an execution that should have shown a finding again. */
#ifndef CLI_REPLAY_REPORT_H
#define CLI_REPLAY_REPORT_H

#include "cli/output.h"

enum replay_verdict {
	REPLAY_REPRODUCED, /* the same kind at the same place */
	REPLAY_OTHER,      /* the schedule was followed, and something else happened */
	REPLAY_DIVERGED,   /* the schedule could not be followed */
	REPLAY_ERROR,      /* the program could not be run to its end */
	REPLAY_FINDING,    /* a schedule without a recorded finding: one was found */
	REPLAY_PASSED,     /* … or not */
	REPLAY_STOPPED,    /* at the step that was asked for */
};

/* Which of its findings the recorded one is, or how many there are. o is collected. */
size_t replay_finding(const struct schedule *s, const struct output *o);
enum replay_verdict replay_verdict(const struct schedule *s, const struct output *o);

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
