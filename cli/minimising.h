/* SPDX-License-Identifier: MIT */
/* Findings of an output shown by smaller schedules (jobs/minimise/minimise.h). */
#ifndef CLI_MINIMISING_H
#define CLI_MINIMISING_H

#include "cli/output.h"

#define MINIMIZE_MS 5000

struct minimising {
	uint64_t budget_ms;     /* for each finding; 0: nothing is done */
	char *const *variables; /* the program's environment; NULL: our own */
};

/*
 * Fills o->smaller. A finding that could be minimised is from then on the one that the smaller
 * schedule shows. Warnings, findings without a schedule and what comes after an interrupt stay as
 * they are. Fails where the program cannot be told what to do.
 */
struct result minimise_findings(struct output *o, const struct minimising *how) MUST_USE;

#endif
