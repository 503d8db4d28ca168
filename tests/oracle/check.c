/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tests/oracle/canon.h"
#include "tests/oracle/check.h"

static size_t slot(const struct hash_set *s, uint64_t v)
{
	size_t i = (size_t)(v * 0x9e3779b97f4a7c15u >> 20) & (s->n_slots - 1);

	while (s->slots[i] && s->slots[i] != v)
		i = (i + 1) & (s->n_slots - 1);
	return i;
}

bool hash_set_add(struct hash_set *s, uint64_t v)
{
	size_t i;

	v = v ? v : 1;
	if (s->n * 2 >= s->n_slots) {
		struct hash_set bigger = {.n_slots = s->n_slots ? s->n_slots * 4 : 64};

		bigger.slots = mem_alloc(bigger.n_slots * sizeof(uint64_t));
		for (size_t k = 0; k < s->n_slots; k++)
			if (s->slots[k])
				hash_set_add(&bigger, s->slots[k]);
		mem_free(s->slots);
		*s = bigger;
	}
	i = slot(s, v);
	if (s->slots[i])
		return false;
	s->slots[i] = v;
	s->n++;
	return true;
}

bool hash_set_has(const struct hash_set *s, uint64_t v)
{
	return s->n_slots && s->slots[slot(s, v ? v : 1)];
}

bool hash_set_equal(const struct hash_set *a, const struct hash_set *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n_slots; i++)
		if (a->slots[i] && !hash_set_has(b, a->slots[i]))
			return false;
	return true;
}

void hash_set_release(struct hash_set *s)
{
	mem_free(s->slots);
	*s = (struct hash_set){0};
}

void seen_release(struct seen *s)
{
	hash_set_release(&s->states);
	hash_set_release(&s->outcomes);
	hash_set_release(&s->traces);
}

void seen_begin(struct seen *s, const struct explorer *x)
{
	if (explorer_stats(x)->restarts == s->restarts)
		return;
	hash_set_release(&s->traces);
	s->duplicates = 0;
	s->restarts = explorer_stats(x)->restarts;
}

bool check_fine_steps(unsigned pp)
{
	return (pp & PP_SET_EVERYWHERE) == PP_SET_EVERYWHERE;
}

void check_explore(const struct vm_program *p, const struct explore_options *o, unsigned pp,
                   uint64_t max, bool traces, struct seen *out)
{
	struct explore_options options = *o;
	options.fine_steps = check_fine_steps(pp);
	struct explorer *x = explorer_new(&options);
	struct scheduler *s = explorer_scheduler(x);
	struct vm_run run = {0};
	uint64_t runs = 0;

	memset(out, 0, sizeof(*out));
	while (s->ops->begin(s)) {
		if (max && runs++ >= max) {
			out->over = true;
			break;
		}
		seen_begin(out, x);
		vm_execute(p, s, pp, &run);
		if (run.reason == END_ABANDONED)
			continue;
		hash_set_add(&out->states, run.state);
		hash_set_add(&out->outcomes, run.outcome);
		out->deadlocks += run.deadlock;
		out->findings += run.finding;
		if (run.preemptions > out->preemptions)
			out->preemptions = run.preemptions;
		if (traces && !hash_set_add(&out->traces, canon_trace(&run)))
			out->duplicates++;
	}
	out->stats = *explorer_stats(x);
	out->diverged = explorer_divergence(x)->happened;
	s->ops->free(s);
	vm_run_release(&run);
}
