/* SPDX-License-Identifier: MIT */
/*
 * A strategy decides which execution is run next. Those that search take items from a frontier
 * (frontier.h) and differ in its order and in the bound; samplers draw each execution by
 * themselves, remember nothing and never end.
 */
#ifndef EXPLORE_STRATEGY_H
#define EXPLORE_STRATEGY_H

#include "event/event.h"
#include "explore/kinds.h"
#include "explore/lifecycle.h"

struct explorer;
struct bound;
struct frontier;

struct strategy {
	/* What is left to run, and its order; NULL: a sampler. */
	const struct frontier *frontier;
	/* NULL: the bound that the options ask for. */
	const struct bound *bound;
	bool fair; /* every thread that can run is chosen at last, with probability 1 */
	/* Goes to where the next execution leaves the path. False: everything was run. */
	bool (*next)(struct explorer *x);
	/* The execution begins. */
	void (*begin)(struct explorer *x);
	/* The thread that takes the next step, or PICK_ABANDON. */
	unsigned (*thread)(struct explorer *x, const struct sched_view *view);
	/*
	 * The thread's step has begun; all: the view with those that a constraint blocks. May be
	 * NULL.
	 */
	void (*step_begun)(struct explorer *x, const struct sched_view *all, unsigned thread);
	/* The outcome, below n, of the k-th choice in the step that is being taken. */
	unsigned (*value)(struct explorer *x, unsigned k, unsigned thread, unsigned n);
	/* An execution was run, and is about to be counted. May be NULL. */
	void (*counting)(struct explorer *x);
	/*
	 * What the execution showed goes into what is left to run. fatal: its last step ended it
	 * while others could run. PHASE_ENDED, or PHASE_RESTART.
	 */
	enum explorer_phase (*ended)(struct explorer *x, const struct sched_view *view, bool fatal);
	/* The probability to find a bug that one execution guarantees. May be NULL: none. */
	double (*guarantee)(const struct explorer *x);
};

/* The row for an option. */
const struct strategy *strategy_of(enum explore_strategy kind);

#endif
