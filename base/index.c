/* SPDX-License-Identifier: MIT */
#include "base/index.h"

#define FIRST_SLOTS 64

void index_init(struct index *ix)
{
	*ix = (struct index){.n_slots = FIRST_SLOTS, .stamp = 1};
	ix->slots = mem_alloc(FIRST_SLOTS * sizeof(*ix->slots));
}

void index_release(struct index *ix)
{
	mem_free(ix->slots);
	*ix = (struct index){0};
}

void index_clear(struct index *ix)
{
	ix->n = 0;
	if (likely(++ix->stamp))
		return;
	/* All stamps have been used: some slot may hold any of them. */
	mem_free(ix->slots);
	ix->slots = mem_alloc(ix->n_slots * sizeof(*ix->slots));
	ix->stamp = 1;
}

static void put(struct index *ix, uint32_t folded, uint32_t value)
{
	uint32_t at = folded & (ix->n_slots - 1);
	while (ix->slots[at].stamp == ix->stamp)
		at = (at + 1) & (ix->n_slots - 1);
	ix->slots[at] = (struct index_slot){ix->stamp, folded, value};
}

static void grow(struct index *ix)
{
	struct index old = *ix;
	ix->n_slots *= 2;
	ix->slots = mem_alloc(ix->n_slots * sizeof(*ix->slots));
	for (uint32_t i = 0; i < old.n_slots; i++)
		if (old.slots[i].stamp == old.stamp)
			put(ix, old.slots[i].hash, old.slots[i].value);
	mem_free(old.slots);
}

void index_add(struct index *ix, uint64_t hash, uint32_t value)
{
	if (++ix->n * 2 > ix->n_slots)
		grow(ix);
	put(ix, index_fold(hash), value);
}
