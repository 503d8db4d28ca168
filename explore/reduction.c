/* SPDX-License-Identifier: MIT */
/*
 * What reductions share: planning branches at a node. The table of reductions, and what is planned
 * without any: every thread at every node.
 */
#include "explore/reduction.h"
#include "explore/search.h"

/* --- the branches of a node -------------------------------------------------------------- */

static bool planned(const struct explorer *x, uint32_t node, const struct step *s)
{
	const struct node *n = &x->nodes.at[node];

	for (const struct wakeup *w = n->plans; w; w = w->next)
		if (step_same(w->step, s))
			return true;
	return step_same(x->trace.steps.at[node].rec, s) || search_done(x, node, s);
}

static bool plan_step(struct explorer *x, uint32_t node, struct step *s)
{
	struct wakeup **list = &x->nodes.at[node].plans;

	if (planned(x, node, s))
		return false;
	while (*list)
		list = &(*list)->next;
	*list = wakeup_new(&x->plans, step_ref(s));
	x->stats.plans++;
	return true;
}

bool search_plan_step(struct explorer *x, uint32_t node, struct step *s)
{
	if (x->bounding->limits && !x->bounding->allows(x, node, s->thread)) {
		x->stats.bounded++;
		return false;
	}
	return plan_step(x, node, s);
}

bool search_plan_thread(struct explorer *x, uint32_t node, unsigned thread)
{
	struct step *s = step_bare(&x->trace.pool, thread);
	bool added = search_plan_step(x, node, s);

	step_unref(&x->trace.pool, s);
	return added;
}

bool search_planned(struct explorer *x, uint32_t node, unsigned thread)
{
	struct step *s = step_bare(&x->trace.pool, thread);
	bool is = planned(x, node, s);

	step_unref(&x->trace.pool, s);
	return is;
}

void search_plan_all(struct explorer *x, uint32_t node)
{
	for (unsigned t = 0; t < x->stats.threads; t++)
		if (thread_in(&x->nodes.at[node].runnable, t))
			search_plan_thread(x, node, t);
}

/* --- no reduction ------------------------------------------------------------------------ */

static void plan_everything(struct explorer *x)
{
	for (uint32_t i = x->trace.keep; i < x->trace.n_steps; i++)
		search_plan_all(x, i);
	for (size_t i = 0; i < x->trace.races.n; i++) {
		x->trace.races.at[i].settled = true;
		search_plan_step(x, x->trace.races.at[i].early, x->trace.races.at[i].rec);
	}
}

const struct reduction reduction_none = {
        .any_order = true,
        .plan = plan_everything,
        .bounded = &reduction_none,
};

/* --- the table --------------------------------------------------------------------------- */

static const struct reduction *const reductions[] = {
        [REDUCTION_OPTIMAL] = &reduction_optimal,
        [REDUCTION_DPOR] = &reduction_dpor,
        [REDUCTION_NONE] = &reduction_none,
};

const struct reduction *reduction_of(enum explore_reduction kind, bool bounded)
{
	BUG_ON((size_t)kind >= ARRAY_SIZE(reductions));
	return bounded ? reductions[kind]->bounded : reductions[kind];
}
