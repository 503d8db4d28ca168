/* SPDX-License-Identifier: MIT */
/* What an explorer can be asked for: the words that the tool shares with it. */
#ifndef EXPLORE_KINDS_H
#define EXPLORE_KINDS_H

#include <stdbool.h>

/* What need not be run. */
enum explore_reduction {
	/*
	 * One complete execution for each Mazurkiewicz trace: optimal DPOR with wakeup
	 * trees (explore/optimal.c).
	 */
	REDUCTION_OPTIMAL,
	/* Flanagan and Godefroid's DPOR with sleep sets (explore/dpor.c). */
	REDUCTION_DPOR,
	/* Every schedule: the yardstick. */
	REDUCTION_NONE,
};

/* What is run next. The samplers do not remember anything and never end by themselves. */
enum explore_strategy {
	STRATEGY_DEPTH_FIRST,
	/*
	 * Iterative context bounding: everything with no preemption, then with at most one, two, …
	 * until nothing was left out or the bound is reached (explore/bound.c).
	 */
	STRATEGY_ICB,
	STRATEGY_RANDOM, /* a fair choice at each decision */
	/*
	 * Random priorities with pct_depth - 1 random changes (Burckhardt et al.,
	 * ASPLOS'10): a bug of that depth is found by one execution with a
	 * probability of at least 1 / (n k^(d-1)), see explorer_pct_probability.
	 */
	STRATEGY_PCT,
	/*
	 * A search in random order, by the seed: what is planned is taken in any order. Not with
	 * REDUCTION_OPTIMAL (explore/frontier.h).
	 */
	STRATEGY_SHUFFLED,
};

/* Whether it draws executions at random, remembers nothing and never ends by itself. */
bool strategy_samples(enum explore_strategy s);
/* Whether each thread that can run is chosen at last, with probability 1. */
bool strategy_chooses_fairly(enum explore_strategy s);

#define EXPLORE_NO_BOUND 0xffffffffu

/*
 * What the explorer does for speed alone. Each can be switched off, and the search then runs the
 * same executions in the same order, except that without predictions plans are longer and more
 * executions may end blocked. Test: tests/unit/explore/shortcuts.c.
 */
enum explore_shortcut {
	SHORTCUT_COVERS = 1 << 0,  /* a plan that a sleeper covers is not built (cover.c) */
	SHORTCUT_REPLAY = 1 << 1,  /* replayed steps are taken without a view (replay.c) */
	SHORTCUT_PREDICT = 1 << 2, /* what an atomic operation does earlier (predict.c) */
	SHORTCUT_BARE_STEPS =
	        1 << 3, /* steps of which only the thread is known are shared (step.c) */
};

#endif
