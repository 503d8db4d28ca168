/* SPDX-License-Identifier: MIT */
/*
 * Brute force, independent of explore/: from every state of the simulated machine every
 * thread that can run is run, with every outcome of its choices.
 *
 * Two prefixes that are the same trace (canon.h) are followed once. That this folding
 * loses nothing is checked as it goes: they must have led to the same state of the
 * machine, or the dependency relation is wrong (seen.inconsistent). It makes programs of
 * four threads feasible whose schedules are too many to be run one by one.
 */
#ifndef ORACLE_BRUTE_H
#define ORACLE_BRUTE_H

#include "tests/oracle/check.h"

struct brute_options {
	unsigned pp;
	uint32_t bound;    /* of preemptions, or EXPLORE_NO_BOUND */
	size_t max_states; /* gives up past so many */
	/* Called for one execution of every trace. May be NULL. */
	void (*on_run)(const struct vm_run *run, void *arg);
	void *arg;
};

/* Fills in states, outcomes, traces, deadlocks, findings, over, inconsistent. */
void brute_force(const struct vm_program *p, const struct brute_options *o, struct seen *out);

#endif
