/* SPDX-License-Identifier: MIT */
/*
 * Preemption bounds: bounded DPOR (thesis §3.4.5; Coons, Musuvathi, McKinley,
 * OOPSLA'13) and iterative context bounding (Musuvathi, Qadeer, PLDI'07).
 *
 * Planning the thread of e' before e may cost a preemption that an equivalent place
 * does not: the point in the uninterrupted run of e's thread where leaving it was free
 * last, or where the run began, since a switch happens there anyway. The thread is
 * planned at both, or all threads where it cannot run. So it is where e made e' possible:
 * before e its thread would have blocked at e', and be left for nothing.
 *
 * Soundness within the bound (after OOPSLA'13, with yields, and for races that
 * happened). When node s is left, each maximal execution w from it that is within
 * the bound was run up to equivalence. By induction on the length of what follows s: let
 * D be the threads run at s, a the longest prefix of w without a step of D, q its first
 * thread, d the thread of D that comes next in w. If a is empty, the claim holds below d.
 * By a+ we mean a with the operations that a thread of it stood before, blocked, when it
 * was left.
 *  - Where the current thread r could go on, r is in D (it is the first choice) and q
 *    costs one. If d is r and its step is independent of a+, it can be moved to the front:
 *    that leaves r later and costs nothing new. Else let x be the first of a+ that
 *    depends on it: d, then a up to x, is within the bound, so it was run below d, where
 *    d races with x or enables it. Then x's thread was planned at s at the price of q, or
 *    all were.
 *  - Else d costs what q costs. Let d* be the steps of d from s up to where leaving it is
 *    free. If they are independent of a+, as many of them as w takes in a row can be moved
 *    to the front: d is left there where it was left in w, or for nothing, and nobody in
 *    a is dearer to leave. Else let x be the first of a+ that depends on some of them: d*,
 *    then a up to x, is within the bound and was run below d, and the last of d* that x
 *    depends on races with x or enables it. s is where leaving the run was free last, or
 *    where it began: x's thread was planned there at the price of q, or all were.
 * Either way D has a thread of a: a contradiction. Where w has no step of D at all, some
 * step of it disables a thread of D or ends the execution, and depends on it. A step that
 * has to wait races when it is found to (blocked), or as a pending one at the end.
 *
 * So nothing may make a first choice dearer than another one at its node, and whether
 * leaving a thread is free must not depend on what the others did: long_run.
 * Sleep sets are off: the equivalent execution may have cost more. The places
 * planned besides e are never too dear, as the run was begun there at the same price;
 * so where no race was left out (stats.bounded), all of POPL'05's places were planned,
 * and the space is complete without any bound.
 *
 * Tests: tests/unit/explore/bound.c, with MUTATION_NO_FREE_POINT and NO_ENABLED.
 */
#include "explore/search.h"

/* Steps of one thread after which leaving it is free under a bound. */
#define FREE_AFTER 2000

static unsigned cost(const struct node *n, unsigned thread)
{
	return n->switch_preempts && thread != n->current;
}

static bool allows(const struct explorer *x, uint32_t node, unsigned thread)
{
	const struct node *n = &x->nodes.at[node];

	return n->preemptions + cost(n, thread) <= x->bound;
}

/* --- planning ---------------------------------------------------------------------------- */

static void plan_thread_or_all(struct explorer *x, uint32_t node, unsigned thread)
{
	if (thread_in(&x->nodes.at[node].runnable, thread))
		search_plan_thread(x, node, thread);
	else
		search_plan_all(x, node);
}

static void plan_race(struct explorer *x, const struct race *r)
{
	unsigned early = x->trace.steps.at[r->early].thread;
	uint32_t k = r->early;

	if (!r->enabled || allows(x, k, r->rec->thread))
		plan_thread_or_all(x, k, r->rec->thread);
	while (k > 0 && x->nodes.at[k].switch_preempts && x->nodes.at[k].current == early)
		k--;
	if (k != r->early && x->options.mutation != MUTATION_NO_FREE_POINT)
		plan_thread_or_all(x, k, r->rec->thread);
}

/*
 * When it goes on, others may have held what it waits for since then. Then it races with the last
 * of them, and to let it go on before that one may be too dear: the one it waits for now is
 * not found that way. Test: seed 32632 of tests/unit/explore/oracle.c.
 */
static void blocked(struct explorer *x, const struct event *op)
{
	struct event pending = *op;

	pending.thread = x->trace.steps.at[x->trace.n_steps - 1].thread;
	pending.flags = 0;
	if (x->options.mutation != MUTATION_NO_PENDING)
		trace_pending(&x->trace, NO_STEP, x->trace.n_steps - 1, &pending);
}

static void plan(struct explorer *x)
{
	dpor_plan_races(x, plan_race);
}

const struct reduction reduction_bounded_dpor = {
        .analyses = true,
        .any_order = true,
        .plan = plan,
        .bounded = &reduction_bounded_dpor,
};

/* As such, but the search begins again where optimal DPOR would: counts are compared with it. */
const struct reduction reduction_bounded_optimal = {
        .analyses = true,
        .any_order = true,
        .assumes_accesses = true,
        .plan = plan,
        .bounded = &reduction_bounded_optimal,
};

/* --- the cost of a choice ---------------------------------------------------------------- */

static bool long_run(const struct explorer *x, unsigned thread)
{
	uint32_t last = x->trace.last[thread];

	return last != NO_STEP && x->trace.steps.at[last].ordinal % FREE_AFTER == 0;
}

/* --- rounds ------------------------------------------------------------------------------ */

static void note_done(struct explorer *x)
{
	if (!x->stats.limited && !x->stats.dropped)
		x->stats.bounds_done = x->bound + 1;
}

/*
 * Each round walks the whole tree of its bound. What it shares with the round before is
 * run again, since only its races show what the larger bound adds; remembering them
 * all would take memory for every execution. A round is larger than the one before by about
 * the number of steps, so that the repeated part is small (thesis §3.4.5).
 */
static bool iterative_next_round(struct explorer *x)
{
	struct explore_stats *s = &x->stats;

	note_done(x);
	if (!s->bounded || x->bound >= x->options.preemption_bound)
		return false;
	x->bound++;
	s->bounded = 0;
	x->round.runs = search_runs(x);
	x->round.usecs = x->usecs;
	return true;
}

/* Of the execution that has just ended. */
static uint32_t preemptions(const struct explorer *x)
{
	const struct node *last;

	if (!x->trace.n_steps)
		return 0;
	last = &x->nodes.at[x->trace.n_steps - 1];
	return last->preemptions + cost(last, x->trace.steps.at[x->trace.n_steps - 1].thread);
}

/* The round before has run an equivalent of whatever is within its bound. */
static void count_repeated(struct explorer *x)
{
	if (preemptions(x) < x->bound)
		x->stats.repeated++;
}

static uint32_t first_of_iterative(uint32_t option)
{
	(void)option;
	return 0;
}

const struct bound bound_iterative = {
        .limits = true,
        .first = first_of_iterative,
        .cost = cost,
        .allows = allows,
        .turn_over = long_run,
        .blocked = blocked,
        .counted = count_repeated,
        .next_round = iterative_next_round,
};

/* --- one round --------------------------------------------------------------------------- */

static uint32_t as_the_options_say(uint32_t option)
{
	return option;
}

static bool no_next_round(struct explorer *x)
{
	note_done(x);
	return false;
}

const struct bound bound_preemptions = {
        .limits = true,
        .first = as_the_options_say,
        .cost = cost,
        .allows = allows,
        .turn_over = long_run,
        .blocked = blocked,
        .next_round = no_next_round,
};

/* --- no bound ---------------------------------------------------------------------------- */

/*
 * Steps in a row after which another thread is tried first: a loop that waits for it, but
 * changes something meanwhile, would otherwise never end. Without a bound any choice is as
 * sound.
 */
#define FAIR_TURN 2000

static bool fair_turn_over(const struct explorer *x, unsigned thread)
{
	(void)thread;
	return x->turn >= FAIR_TURN;
}

static bool no_round(struct explorer *x)
{
	(void)x;
	return false;
}

const struct bound bound_none = {
        .first = as_the_options_say,
        .cost = cost,
        .turn_over = fair_turn_over,
        .next_round = no_round,
};
