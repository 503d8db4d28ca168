/* SPDX-License-Identifier: MIT */
/* The branches of a node: which of them there are, and new ones. */
#include "explore/search.h"

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
