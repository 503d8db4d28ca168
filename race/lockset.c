/* SPDX-License-Identifier: MIT */
#include "race/lockset.h"

void locksets_init(struct locksets *s)
{
	*s = (struct locksets){0};
	index_init(&s->index);
	vec_push(&s->sets, (struct lockset){0, 0});
}

void locksets_release(struct locksets *s)
{
	index_release(&s->index);
	vec_release(&s->sets);
	vec_release(&s->locks);
	vec_release(&s->not_locks);
}

static bool same_lock(const struct race_lock *a, const struct race_lock *b)
{
	return a->addr == b->addr && a->kind == b->kind && a->shared == b->shared &&
	       a->incarnation == b->incarnation;
}

/* The same for every order of the locks. */
static uint64_t hash_of(const race_lock_vec *held)
{
	uint64_t h = held->n;
	for (size_t i = 0; i < held->n; i++) {
		const struct race_lock *l = &held->at[i];
		h += index_mix(l->addr ^ (uint64_t)(l->kind * 2 + l->shared) << 56 ^
		               (uint64_t)l->incarnation << 48);
	}
	return index_mix(h);
}

const struct race_lock *lockset_locks(const struct locksets *s, uint32_t set, size_t *n)
{
	*n = s->sets.at[set].n;
	return s->locks.at + s->sets.at[set].from;
}

/* Nobody holds one lock twice in a set, so equal numbers and one inclusion suffice. */
static bool is_set(const struct locksets *s, uint32_t set, const race_lock_vec *held)
{
	size_t n;
	const struct race_lock *locks = lockset_locks(s, set, &n);
	if (n != held->n)
		return false;
	for (size_t i = 0; i < n; i++) {
		size_t k = 0;
		while (k < n && !same_lock(&locks[k], &held->at[i]))
			k++;
		if (k == n)
			return false;
	}
	return true;
}

uint32_t lockset_number(struct locksets *s, const race_lock_vec *held)
{
	if (!held->n)
		return 0;
	uint64_t hash = hash_of(held);
	struct index_walk w = index_walk(&s->index, hash);
	for (uint32_t i; (i = index_next(&s->index, &w)) != INDEX_NONE;)
		if (is_set(s, i, held))
			return i;
	uint32_t number = (uint32_t)s->sets.n;
	vec_push(&s->sets, (struct lockset){(uint32_t)s->locks.n, (uint32_t)held->n});
	for (size_t i = 0; i < held->n; i++)
		vec_push(&s->locks, held->at[i]);
	index_add(&s->index, hash, number);
	return number;
}

bool lockset_distrusts(const struct locksets *s, uint64_t addr)
{
	for (size_t i = 0; i < s->not_locks.n; i++)
		if (s->not_locks.at[i] == addr)
			return true;
	return false;
}

enum exclusion lockset_excludes(const struct locksets *s, uint32_t a, uint32_t b,
                                uint64_t *semaphore)
{
	enum exclusion result = EXCLUDE_NOTHING;
	size_t n_a, n_b;
	if (!a || !b)
		return result;
	const struct race_lock *of_a = lockset_locks(s, a, &n_a);
	const struct race_lock *of_b = lockset_locks(s, b, &n_b);
	for (size_t i = 0; i < n_a; i++)
		for (size_t k = 0; k < n_b; k++) {
			if (of_a[i].addr != of_b[k].addr || of_a[i].kind != of_b[k].kind ||
			    of_a[i].incarnation != of_b[k].incarnation ||
			    (of_a[i].shared && of_b[k].shared))
				continue;
			if (of_a[i].kind != RACE_LOCK_SEMAPHORE)
				return EXCLUDE_LOCK;
			if (lockset_distrusts(s, of_a[i].addr))
				continue;
			result = EXCLUDE_SEMAPHORE;
			*semaphore = of_a[i].addr;
		}
	return result;
}
