/* SPDX-License-Identifier: MIT */
/* What `scree run` can be asked for. */
#ifndef CLI_RUN_OPTIONS_H
#define CLI_RUN_OPTIONS_H

#include "cli/exec_options.h"

/* --schedule */
struct schedule_choice {
	enum wire_schedule kind;
	uint64_t seed;
	const char *file; /* SCHEDULE_FIXED */
	bool given;
};

struct run_options {
	struct exec_options exec;
	struct schedule_choice schedule;
	uint64_t executions;
	const char *save_schedule;
	struct schedule recorded; /* of the --schedule file */
};

/* o is released by run_options_release in either case. Reads the schedule file. */
struct result run_options_parse(struct run_options *o, int argc, char **argv) MUST_USE;
void run_options_release(struct run_options *o);
void run_options_help(struct buf *out);

#endif
