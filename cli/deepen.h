/* SPDX-License-Identifier: MIT */
/* `scree check` with many sets of preemption points: Iterative Deepening (docs/deepening.md). */
#ifndef CLI_DEEPEN_H
#define CLI_DEEPEN_H

#include "cli/check_options.h"
#include "jobs/controller/controller.h"
#include "jobs/store/run_dir.h"
#include "jobs/store/store.h"

/* A run that is to go on. */
struct deepen_resume {
	struct run_dir dir; /* locked; taken over */
	struct store store; /* open; taken over */
	const struct run_facts *facts;
	uint64_t budget_ms; /* from now on; 0: no end */
	uint64_t slots;
};

/* from NULL: a new run. status: as of the command, once something was printed. */
struct result deepen(const struct check_options *o, const struct program *p,
                     struct deepen_resume *from, int *status) MUST_USE;

#endif
