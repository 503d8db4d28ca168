/* SPDX-License-Identifier: MIT */
/*
 * A reduction decides which branches a search tree has: after each execution it plans, at the nodes
 * of the path, what must be run besides. One row for each, in the file of its algorithm.
 */
#ifndef EXPLORE_REDUCTION_H
#define EXPLORE_REDUCTION_H

#include "explore/kinds.h"

#include <stdint.h>

struct explorer;

struct reduction {
	bool analyses; /* needs accesses, happens-before and races of each execution */
	bool sleeps;   /* a branch that was begun sleeps for those that are begun after it */
	/*
	 * A plan may be taken while branches that were begun before it are unfinished
	 * (frontier.h). Else depth first is the only order.
	 */
	bool any_order;
	/*
	 * Plans hold steps that are thought to touch the same wherever they are taken. A step that
	 * ends the execution for others refutes that, and the search begins again.
	 */
	bool assumes_accesses;
	/* After an execution: inserts plans at the nodes of its path. */
	void (*plan)(struct explorer *x);
	/* The branch that the path takes at the node is finished. May be NULL. */
	void (*branch_done)(struct explorer *x, uint32_t node);
	/* What it becomes under a preemption bound. */
	const struct reduction *bounded;
};

extern const struct reduction reduction_optimal;                                 /* optimal.c */
extern const struct reduction reduction_dpor;                                    /* dpor.c */
extern const struct reduction reduction_none;                                    /* reduction.c */
extern const struct reduction reduction_bounded_optimal, reduction_bounded_dpor; /* bound.c */

/* The row for an option; bounded: a preemption bound is in force. */
const struct reduction *reduction_of(enum explore_reduction kind, bool bounded);

#endif
