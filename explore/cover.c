/* SPDX-License-Identifier: MIT */
/*
 * Finds that a sleeper covers the plan of a race without building the plan. For speed alone
 * (SHORTCUT_COVERS): the answer is that of plan_build() and the general check in optimal.c. Most
 * races are covered, and each is looked at again with every continuation of its prefix.
 *
 * A plan is plain if it is all that does not happen after the earlier step, then the later step.
 * If the later step is blocked by a constraint there is no plan, so reporting it covered is safe.
 *
 * What was looked at is remembered with the race (struct cover): as long as the execution repeats
 * those steps, the same sleeper covers the same plan. The sleeper lives as long as its node, which
 * outlives the race.
 */
#include "explore/search.h"

bool cover_applies(const struct explorer *x, const struct race *r)
{
	return !r->n_holds && !r->then && !(x->options.shortcuts_off & SHORTCUT_COVERS);
}

/*
 * As plan_weak_initial, of a plain plan that is not built. Looks at the steps from `from` on and
 * sets looked_at to where that ended. *own: the plan's first step of the sleeper's thread, or NULL.
 */
static bool begins_or_apart(const struct trace *t, struct race *r, const struct step *s,
                            uint32_t from, const struct step **own)
{
	const struct step *met = NULL;

	r->cover.looked_at = from;
	while (!met && r->cover.looked_at < t->n_steps) {
		uint32_t j = r->cover.looked_at++;

		if (!step_independent(t->steps.at[j].rec, s) && !trace_before(t, r->early, j))
			met = t->steps.at[j].rec;
	}
	r->cover.conflicts = met;
	if (!met && (r->rec->thread == s->thread || !step_independent(r->rec, s)))
		met = r->rec;
	*own = met && met->thread == s->thread ? met : NULL;
	return !met || (*own && step_same(*own, s));
}

/* Whether the sleeper that covered the plan in the execution before does so in this one. */
static bool still_covered(const struct explorer *x, struct race *r)
{
	uint32_t keep = x->trace.keep;
	uint32_t same = r->cover.looked_at < keep ? r->cover.looked_at : keep;
	const struct step *own;

	if (!r->cover.by)
		return false;
	if (r->cover.conflicts)
		return r->cover.looked_at <= keep;
	return begins_or_apart(&x->trace, r, r->cover.by, same, &own);
}

bool cover_found(struct explorer *x, struct race *r)
{
	uint32_t node = r->early;

	if (still_covered(x, r))
		return true;
	for (uint32_t i = x->nodes.at[node].first_sleeper; i < search_sleep_end(x, node); i++) {
		const struct step *s = x->sleepers.at[i].step, *own;

		if (!begins_or_apart(&x->trace, r, s, node + 1, &own) ||
		    !(own ? search_done(x, node, own) : x->sleepers.at[i].planned_for))
			continue;
		r->cover.by = s;
		r->settled =
		        r->cover.conflicts && r->late != NO_STEP && r->cover.looked_at <= r->late;
		return true;
	}
	r->cover.by = NULL;
	return false;
}
