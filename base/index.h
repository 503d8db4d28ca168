/* SPDX-License-Identifier: MIT */
/*
 * From hashes to positions in an array that the caller keeps: a hash table without keys.
 *
 *	struct index_walk w = index_walk(&ix, hash);
 *	for (uint32_t i; (i = index_next(&ix, &w)) != INDEX_NONE;)
 *		if (things.at[i].key == key)
 *			return i;
 *	index_add(&ix, hash, (uint32_t)things.n);
 *	vec_push(&things, …);
 *
 * index_clear takes constant time: what was added before is stale, not erased.
 */
#ifndef BASE_INDEX_H
#define BASE_INDEX_H

#include "base/mem.h"

#define INDEX_NONE 0xffffffffu

struct index_slot {
	uint32_t stamp; /* of the table when it was filled; any other: empty */
	uint32_t hash;
	uint32_t value;
};

struct index {
	struct index_slot *slots;
	uint32_t n_slots; /* a power of two */
	uint32_t n;
	uint32_t stamp;
};

struct index_walk {
	uint32_t hash, at;
};

void index_init(struct index *ix);
void index_release(struct index *ix);
void index_clear(struct index *ix);
void index_add(struct index *ix, uint64_t hash, uint32_t value);

static inline uint64_t index_mix(uint64_t key)
{
	key *= 0x9e3779b97f4a7c15u;
	return key ^ key >> 29;
}

static inline uint32_t index_fold(uint64_t hash)
{
	return (uint32_t)(hash ^ hash >> 32);
}

static inline struct index_walk index_walk(const struct index *ix, uint64_t hash)
{
	uint32_t folded = index_fold(hash);
	return (struct index_walk){folded, folded & (ix->n_slots - 1)};
}

/* The next value that was added with this hash, or INDEX_NONE. */
static inline uint32_t index_next(const struct index *ix, struct index_walk *w)
{
	for (;;) {
		const struct index_slot *s = &ix->slots[w->at];
		if (s->stamp != ix->stamp)
			return INDEX_NONE;
		w->at = (w->at + 1) & (ix->n_slots - 1);
		if (s->hash == w->hash)
			return s->value;
	}
}

#endif
