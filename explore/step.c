/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "explore/step.h"

#define POOL_BYTES (sizeof(struct step) + 4 * sizeof(struct access) + 2 * sizeof(struct outcome))

static uint64_t hash_bit(uint64_t key, unsigned tag)
{
	uint64_t h = (key + tag * 0x51ed270bu) * 0x9e3779b97f4a7c15u;

	return 1ull << (h >> 58);
}

static void sign(struct step *s, const struct access *a)
{
	uint64_t bits = 0;

	if (a->tag == TAG_TERMINATE) {
		s->world = true;
	} else if (a->tag == TAG_MEMORY) {
		uint64_t first = a->key >> 3, last = (a->key + a->size - 1) >> 3;

		if (last - first > 16)
			bits = ~0ull;
		else
			for (uint64_t granule = first; granule <= last; granule++)
				bits |= hash_bit(granule, TAG_MEMORY);
	} else if (a->group != GROUP_NEUTRAL) {
		bits = hash_bit(a->key, a->tag);
	}
	s->all |= bits;
	if (a->group == GROUP_EXCLUSIVE || a->group == GROUP_OBSERVE)
		s->strong |= bits;
}

struct step *step_new(struct step_pool *pool, unsigned thread, const access_vec *accesses,
                      const outcome_vec *outcomes)
{
	size_t n = accesses ? accesses->n : 0, k = outcomes ? outcomes->n : 0;
	size_t bytes = sizeof(struct step) + n * sizeof(struct access) + k * sizeof(struct outcome);
	struct step *s;

	if (bytes > POOL_BYTES)
		s = mem_alloc(bytes);
	else if (pool->free.n)
		s = vec_pop(&pool->free);
	else
		s = mem_alloc(POOL_BYTES);
	*s = (struct step){.refs = 1,
	                   .thread = (uint16_t)thread,
	                   .n_outcomes = (uint16_t)k,
	                   .kind = OP_COUNT,
	                   .n_accesses = (uint32_t)n,
	                   .bytes = bytes > POOL_BYTES ? (uint32_t)bytes : 0};
	s->outcomes = (struct outcome *)(void *)(s->accesses + n);
	if (k)
		memcpy(s->outcomes, outcomes->at, k * sizeof(struct outcome));
	for (size_t i = 0; accesses && i < n; i++) {
		s->accesses[i] = accesses->at[i];
		sign(s, &accesses->at[i]);
	}
	return s;
}

struct step *step_bare(struct step_pool *pool, unsigned thread)
{
	struct step *s = pool->bare[thread];

	if (likely(s))
		return step_ref(s);
	s = step_new(pool, thread, NULL, NULL);
	if (!pool->bare_unshared)
		pool->bare[thread] = step_ref(s);
	return s;
}

void step_unref(struct step_pool *pool, struct step *s)
{
	if (!s || --s->refs)
		return;
	if (s->bytes)
		mem_free(s);
	else
		vec_push(&pool->free, s);
}

void step_pool_release(struct step_pool *pool)
{
	for (unsigned i = 0; i < MAX_THREADS; i++)
		step_unref(pool, pool->bare[i]);
	while (pool->free.n)
		mem_free(vec_pop(&pool->free));
	vec_release(&pool->free);
}

bool step_apart(const struct step *a, const struct step *b)
{
	for (uint32_t i = 0; i < a->n_accesses; i++)
		for (uint32_t j = 0; j < b->n_accesses; j++)
			if (access_conflict(&a->accesses[i], &b->accesses[j]))
				return false;
	return true;
}

bool step_touches_same(const struct step *a, const struct step *b)
{
	return a->n_accesses == b->n_accesses &&
	       memcmp(a->accesses, b->accesses, a->n_accesses * sizeof(*a->accesses)) == 0;
}

bool step_same(const struct step *a, const struct step *b)
{
	unsigned n = a->n_outcomes < b->n_outcomes ? a->n_outcomes : b->n_outcomes;

	if (a->thread != b->thread)
		return false;
	for (unsigned i = 0; i < n; i++)
		if (a->outcomes[i].value != b->outcomes[i].value)
			return false;
	return true;
}
