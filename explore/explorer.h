/* SPDX-License-Identifier: MIT */
/*
 * The explorer: decides which schedules of a program are run.
 *
 * It is a struct scheduler (explore/scheduler.h): whoever runs the program asks it
 * at each decision and tells it each event. It lives inside the tested process, in
 * a unit test, or in a simulator; it makes no system call, reads no clock and has
 * no globals, so several can live side by side. One thread at a time may call it.
 *
 *	struct explorer *x = explorer_new(&options);
 *	struct scheduler *s = explorer_scheduler(x);
 *	while (s->ops->begin(s)) {
 *		... run the program once: thread, value, event ...
 *		explorer_time(x, microseconds_since_the_start);
 *		s->ops->end(s, reason, &view);
 *	}
 *	... explorer_stats(x), explorer_divergence(x) ...
 *	s->ops->free(s);
 *
 * When begin answers false, the space is complete iff stats.complete is set. What
 * weakens that is counted in the stats, each under its own name.
 */
#ifndef EXPLORE_EXPLORER_H
#define EXPLORE_EXPLORER_H

#include "base/vec.h"
#include "event/finding.h"
#include "explore/kinds.h"
#include "explore/constraint.h"
#include "explore/scheduler.h"
#include "explore/trace.h"

struct explore_options {
	enum explore_reduction reduction;
	enum explore_strategy strategy;
	uint64_t seed; /* of the samplers and STRATEGY_SHUFFLED */
	uint32_t pct_depth;
	uint32_t pct_steps; /* how long executions are thought to be; 0: the longest so far */
	/*
	 * Executions with more preemptions are not run. A preemption is a switch away
	 * from a thread that could have gone on with something other than a yield; one
	 * that has taken many steps may be left for nothing, as if it yielded. A
	 * bound turns optimal into bounded DPOR, which is sound within the bound, not
	 * optimal (explore/bound.c). EXPLORE_NO_BOUND for none.
	 */
	uint32_t preemption_bound;
	uint64_t max_executions; /* 0: no limit */
	uint32_t max_steps;      /* an execution is given up after so many; 0: no limit */
	/*
	 * Wakeup tree nodes kept at once. Past this, plans are lost and the search is not
	 * complete any more (stats.dropped). 0: 2 million, some 100 MB at most.
	 */
	uint32_t max_plan_nodes;
	constraint_vec constraints; /* only a part of the space (constraint.h); copied */
	/*
	 * Every operation that can be a preemption point is one, so that what a step finds
	 * cannot make it longer: fewer plans are unsure. Claimed wrongly it loses executions.
	 */
	bool fine_steps;
	uint32_t mutation;      /* tests only: enum explore_mutation */
	uint32_t shortcuts_off; /* tests only: bits of enum explore_shortcut */
};

#define EXPLORE_OPTIONS_DEFAULT                                                                    \
	{                                                                                          \
		.reduction = REDUCTION_OPTIMAL, .preemption_bound = EXPLORE_NO_BOUND,              \
		.pct_depth = 3                                                                     \
	}

struct explore_stats {
	uint64_t executions; /* complete ones */
	uint64_t blocked;  /* given up because everything enabled was asleep, or of another part */
	uint64_t limited;  /* given up after max_steps */
	uint64_t bounded;  /* choices not taken because of the bound, of this round with ICB */
	uint64_t repeated; /* ICB: of executions, those that an earlier round had run the like of */
	uint64_t dropped;  /* plans lost because of max_plan_nodes */
	uint64_t steps, events, replayed_events;
	uint64_t races, plans;
	uint64_t restarts; /* times it began again; what was run before counts as blocked */
	uint64_t peak_plan_nodes;
	uint64_t guaranteed; /* PCT: executions for which explorer_pct_probability holds */
	uint32_t longest;    /* steps of the longest execution */
	uint32_t threads;    /* most threads in one execution */
	/* Every schedule with fewer preemptions than this was run up to equivalence. */
	uint32_t bounds_done;
	bool complete; /* everything there is was run; limits and bounds left nothing out */
};

/*
 * The size of the space, thesis §3.4.3; with ICB of the rounds up to the one that is
 * being run, what comes after it is not known.
 */
struct explore_estimate {
	double proportion; /* of the executions thought to exist (in this round), how many were run
	                    */
	double executions; /* weighted backtrack estimate of their number */
	double usecs;      /* recursive estimate of the time for all of them */
};

struct explorer *explorer_new(const struct explore_options *options);
struct scheduler *explorer_scheduler(struct explorer *x);
const struct explore_stats *explorer_stats(const struct explorer *x);
/* The bound in force, with ICB that of the round; EXPLORE_NO_BOUND: none. */
uint32_t explorer_bound(const struct explorer *x);
/* happened is set if the program did not repeat itself; begin answers false from then on. */
const struct divergence *explorer_divergence(const struct explorer *x);

/* The time that has been spent so far; call it before end. */
void explorer_time(struct explorer *x, double usecs);
double explorer_elapsed(const struct explorer *x);
/* After an execution: O(its length). Not for samplers. */
struct explore_estimate explorer_estimate(struct explorer *x);

/* The decisions of the current execution so far, to be replayed or reported. */
void explorer_schedule(const struct explorer *x, choice_vec *out);

/*
 * What PCT guarantees for each of stats.guaranteed executions, with the figures seen so
 * far; 0 for strategies without a guarantee. The others were drawn while executions were thought to
 * be shorter than they are.
 */
double explorer_pct_probability(const struct explorer *x);

#endif
