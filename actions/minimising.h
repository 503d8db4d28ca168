/* SPDX-License-Identifier: MIT */
/* Findings of an output shown by smaller schedules (jobs/minimise/minimise.h). */
#ifndef ACTIONS_MINIMISING_H
#define ACTIONS_MINIMISING_H

#include "actions/recorded.h"

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

/*
 * Minimises the finding of a file and writes the result to the file `to`. o is collected from a
 * replay of r, and keeps that finding alone; o->paths and o->replay are filled. Fails, without
 * writing, where the replay does not show the finding or it cannot be minimised.
 */
struct result minimise_recorded(struct output *o, const struct recorded *r, uint64_t budget_ms,
                                const char *to) MUST_USE;

#endif
