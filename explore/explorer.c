/* SPDX-License-Identifier: MIT */
/* What can be asked of an explorer; the search itself is in search.c. */
#include "explore/search.h"

void phase_refuse(enum explorer_phase from, enum explorer_phase to)
{
	static const char *const names[] = {
	        [PHASE_NEW] = "new",
	        [PHASE_READY] = "ready",
	        [PHASE_BETWEEN_STEPS] = "between steps",
	        [PHASE_IN_STEP] = "in a step",
	        [PHASE_ABANDONED] = "abandoned",
	        [PHASE_LIMITED] = "limited",
	        [PHASE_ENDED] = "ended",
	        [PHASE_RESTART] = "to be restarted",
	        [PHASE_STOPPED] = "stopped",
	        [PHASE_DIVERGED] = "diverged",
	};
	_Static_assert(ARRAY_SIZE(names) == PHASE_COUNT, "each phase has a name");

	BUG("the explorer is %s and cannot become %s", names[from], names[to]);
}

struct scheduler *explorer_scheduler(struct explorer *x)
{
	return &x->base;
}

const struct explore_stats *explorer_stats(const struct explorer *x)
{
	return &x->stats;
}

uint32_t explorer_bound(const struct explorer *x)
{
	return x->bound;
}

const struct divergence *explorer_divergence(const struct explorer *x)
{
	return &x->trace.divergence;
}

void explorer_time(struct explorer *x, double usecs)
{
	x->usecs = usecs;
}

double explorer_elapsed(const struct explorer *x)
{
	return x->usecs;
}

/*
 * The program is replayed from its start for each execution, so the time of an
 * execution belongs to its leaf, not to the edges it shares with others.
 */
struct explore_estimate explorer_estimate(struct explorer *x)
{
	uint64_t runs = search_runs(x) - x->round.runs;
	struct estimate_branch b;

	if (x->phase == PHASE_STOPPED && !x->nodes.n) /* everything was run */
		return (struct explore_estimate){1, (double)search_runs(x), x->usecs};
	b = x->strategy->frontier->estimate(x);
	return (struct explore_estimate){
	        .proportion = b.portion,
	        .executions = b.portion > 0 ? (double)x->round.runs + (double)runs / b.portion : 0,
	        .usecs = x->round.usecs + b.usecs,
	};
}

void explorer_schedule(const struct explorer *x, choice_vec *out)
{
	const struct trace *t = &x->trace;
	unsigned before = NO_THREAD;

	vec_clear(out);
	for (uint32_t i = 0; i < t->n_steps; i++) {
		const struct step *rec = t->steps.at[i].rec;
		const struct outcome *o = rec ? rec->outcomes : t->outcomes.at;
		size_t n = rec ? rec->n_outcomes : t->outcomes.n;

		vec_push(out, (struct choice){.kind = CHOICE_THREAD,
		                              .value = t->steps.at[i].thread,
		                              .thread = (uint16_t)before});
		before = t->steps.at[i].thread;
		for (size_t k = 0; k < n; k++)
			vec_push(out, (struct choice){.kind = (uint8_t)o[k].kind,
			                              .value = o[k].value,
			                              .n = o[k].n,
			                              .thread = (uint16_t)before});
	}
}

double explorer_pct_probability(const struct explorer *x)
{
	return x->strategy->guarantee ? x->strategy->guarantee(x) : 0;
}
