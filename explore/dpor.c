/* SPDX-License-Identifier: MIT */
/*
 * Dynamic partial-order reduction of Flanagan and Godefroid (POPL'05) with sleep
 * sets.
 *
 * For each race (e, e') some thread is planned before e, from which the other order
 * is reached. POPL'05 takes the thread of e' or, where that cannot run, all; with
 * sleep sets that is too little when the thread sleeps there. So the choice follows
 * source sets (Abdulla et al., JACM'17, source DPOR): a thread that can begin
 * the plan of the race, unless one that can is planned, run or asleep already
 * there. Executions may end blocked, with everything enabled asleep; their
 * races count too. Whether e and e' may be co-enabled is told by the locks: a release
 * and the acquisition it allowed are not, two acquisitions are (inspect §4.4; struct
 * pred in shadow.h).
 * Under a preemption bound: explore/bound.c.
 */
#include "explore/search.h"

/*
 * Whether the thread can begin the plan. What a step that was not taken there
 * touches is not always sure; then another one that can begin is better.
 */
static bool begins(const struct explorer *x, unsigned t)
{
	const struct plan_item *it = plan_item(&x->plan, t);

	return plan_initial(&x->plan, t) &&
	       (it->index != NO_STEP || it->rec->stable || it == x->plan.items.at);
}

/* What a sleeper touches is sure. */
static bool sleeper_begins(const struct explorer *x, uint32_t node)
{
	for (uint32_t i = x->nodes.at[node].first_sleeper; i < search_sleep_end(x, node); i++) {
		const struct step *s = x->sleepers.at[i].step;

		if (plan_begins_with(&x->plan, s) &&
		    search_done(x, node, plan_item(&x->plan, s->thread)->rec))
			return true;
	}
	return false;
}

static void plan_source(struct explorer *x, const struct race *r)
{
	uint32_t node = r->early;
	unsigned pick = NO_THREAD;

	if (!plan_build(&x->plan, &x->trace, r) || sleeper_begins(x, node))
		return;
	for (unsigned t = 0; t < x->stats.threads; t++) {
		if (!thread_in(&x->nodes.at[node].runnable, t) || !begins(x, t) ||
		    search_asleep(x, node, t))
			continue;
		if (search_planned(x, node, t))
			return;
		if (pick == NO_THREAD || t == r->rec->thread)
			pick = t;
	}
	if (pick != NO_THREAD)
		search_plan_thread(x, node, pick);
}

void dpor_plan_races(struct explorer *x, void (*plan)(struct explorer *, const struct race *))
{
	for (size_t i = 0; i < x->trace.races.n; i++) {
		struct race *r = &x->trace.races.at[i];

		/*
		 * What can begin the plan of a race depends on how the execution goes on: it is
		 * looked at with every continuation (seed 6167 of the oracle). Under a bound the
		 * race's thread alone is planned.
		 */
		r->settled = x->bounding->limits;
		if (x->options.mutation == MUTATION_DROP_RACE && ++x->race_count % 5 == 0)
			continue;
		if (r->rec->thread == x->trace.steps.at[r->early].thread)
			search_plan_step(x, r->early, r->rec);
		else
			plan(x, r);
	}
}

static void plan(struct explorer *x)
{
	dpor_plan_races(x, plan_source);
}

const struct reduction reduction_dpor = {
        .analyses = true,
        .sleeps = true,
        .any_order = true,
        .plan = plan,
        .bounded = &reduction_bounded_dpor,
};
