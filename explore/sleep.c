/* SPDX-License-Identifier: MIT */
/*
 * Sleep sets (Godefroid 1996): a branch that is done sleeps at its
 * node. It goes on sleeping below as long as only independent steps are taken: any
 * execution that begins with it from there is equivalent to one that was run.
 */
#include "explore/search.h"

bool search_sleeps(const struct explorer *x)
{
	return x->reduction->sleeps && x->options.mutation != MUTATION_NO_SLEEP;
}

bool search_covered(const struct explorer *x, uint32_t node, unsigned thread,
                    const outcome_vec *prefix)
{
	unsigned n = 0;
	outcome_vec longer = {0};
	bool all = true;

	for (uint32_t i = x->nodes.at[node].first_sleeper; i < search_sleep_end(x, node); i++) {
		const struct step *s = x->sleepers.at[i].step;
		bool fits = s->thread == thread && s->n_outcomes >= prefix->n;

		for (size_t k = 0; fits && k < prefix->n; k++)
			fits = s->outcomes[k].value == prefix->at[k].value;
		if (!fits)
			continue;
		if (s->n_outcomes == prefix->n)
			return true;
		n = s->outcomes[prefix->n].n;
	}
	if (!n)
		return false;
	for (size_t k = 0; k < prefix->n; k++)
		vec_push(&longer, prefix->at[k]);
	vec_push(&longer, (struct outcome){0});
	for (unsigned v = 0; v < n && all; v++) {
		vec_last(&longer)->value = (uint16_t)v;
		all = search_covered(x, node, thread, &longer);
	}
	vec_release(&longer);
	return all;
}

bool search_done(const struct explorer *x, uint32_t node, const struct step *s)
{
	outcome_vec given = {s->outcomes, s->n_outcomes, s->n_outcomes};

	return search_covered(x, node, s->thread, &given);
}

bool search_asleep(const struct explorer *x, uint32_t node, unsigned thread)
{
	return search_covered(x, node, thread, &(outcome_vec){0});
}

bool sleep_set_has_thread(const struct explorer *x, unsigned thread)
{
	uint32_t node = (uint32_t)x->nodes.n - 1;

	for (uint32_t i = x->nodes.at[node].first_sleeper; i < search_sleep_end(x, node); i++)
		if (x->sleepers.at[i].step->thread == thread)
			return true;
	return false;
}

void search_inherit_sleepers(struct explorer *x)
{
	uint32_t node = (uint32_t)x->nodes.n - 1;
	const struct step *taken;

	x->nodes.at[node].first_sleeper = (uint32_t)x->sleepers.n;
	if (!node || !search_sleeps(x))
		return;
	taken = x->trace.steps.at[node - 1].rec;
	for (uint32_t i = x->nodes.at[node - 1].first_sleeper; i < x->nodes.at[node].first_sleeper;
	     i++) {
		struct step *s = x->sleepers.at[i].step;
		bool planned_for = x->sleepers.at[i].planned_for && !x->nodes.at[node - 1].unsure;

		if (step_independent(s, taken) ||
		    (x->options.mutation == MUTATION_SLEEP_ON && s->thread != taken->thread))
			vec_push(&x->sleepers, (struct sleeper){step_ref(s), planned_for});
	}
}
