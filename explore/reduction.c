/* SPDX-License-Identifier: MIT */
/* The table of reductions, and what is planned without any: every thread at every node. */
#include "explore/reduction.h"
#include "explore/search.h"

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
