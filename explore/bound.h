/* SPDX-License-Identifier: MIT */
/*
 * A bound says what a choice costs, which choices are within it, and what comes when all of these
 * were run: the end, or a round with a larger bound. See bound.c for what is sound within it.
 */
#ifndef EXPLORE_BOUND_H
#define EXPLORE_BOUND_H

#include "event/event.h"

struct explorer;
struct node;
struct race;

struct bound {
	bool limits; /* choices may be left out, so that equivalent executions differ in cost */
	/* The bound of the first round, from what the options say. */
	uint32_t (*first)(uint32_t option);
	/* What it costs to run the thread at the node. */
	unsigned (*cost)(const struct node *n, unsigned thread);
	/* Whether the thread may be run at the node. NULL if it limits nothing. */
	bool (*allows)(const struct explorer *x, uint32_t node, unsigned thread);
	/* Whether the current thread has run for so long that another is tried first. */
	bool (*turn_over)(const struct explorer *x, unsigned thread);
	/* The thread of the last step is blocked before op. May be NULL. */
	void (*blocked)(struct explorer *x, const struct event *op);
	/* An execution was counted. May be NULL. */
	void (*counted)(struct explorer *x);
	/* The tree was walked: notes what that completes. False: there is no further round. */
	bool (*next_round)(struct explorer *x);
};

extern const struct bound bound_none;        /* every choice is allowed */
extern const struct bound bound_preemptions; /* at most so many preemptions */
extern const struct bound bound_iterative;   /* none, then at most one, two, … */

#endif
