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
 * The finding of a file: o is collected from a replay of it, and keeps that finding alone. Where a
 * smaller schedule shows it, writes that to a file of its own name, and fills o->paths and
 * o->replay. Fails, without writing, where the finding does not show or no schedule is smaller.
 */
struct result minimise_recorded(struct output *o, const struct recorded *r, uint64_t budget_ms,
                                const char *to) MUST_USE;

#endif
