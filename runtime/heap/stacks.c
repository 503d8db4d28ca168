/* SPDX-License-Identifier: MIT */
/*
 * Where blocks were allocated and freed. A program has few such places, whatever the
 * number of blocks and executions: each distinct stack is stored once and never goes.
 */
#include "runtime/heap/regions.h"

#include <string.h>

#define STORE      ((struct stack_store *)STACKS_BASE)
#define N_SLOTS    ARRAY_SIZE(STORE->slots)
#define MAX_PROBES 64

static uint32_t stack_hash(const uint64_t *pcs, size_t n)
{
	uint64_t h = n;
	for (size_t i = 0; i < n; i++)
		h = (h ^ pcs[i]) * 0x9e3779b97f4a7c15ull;
	return (uint32_t)(h >> 32);
}

static bool same_stack(const struct kept_stack *s, const uint64_t *pcs, size_t n, uint32_t hash)
{
	if (s->hash != hash || s->n != n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (s->pcs[i] != pcs[i])
			return false;
	return true;
}

static uint32_t stack_add(const uint64_t *pcs, size_t n, uint32_t hash)
{
	uint32_t id = STORE->n + 1;
	if (id >= STACKS_MAX)
		return 0;
	STORE->n = id;
	struct kept_stack *s = &STORE->at[id];
	memcpy(s->pcs, pcs, n * sizeof(*pcs));
	s->n = (uint32_t)n;
	s->hash = hash;
	return id;
}

uint32_t stack_keep(uintptr_t pc)
{
	uint64_t pcs[STACK_FRAMES] = {pc};
	size_t n = self ? thread_stack(self, pc, pcs, STACK_FRAMES) : 1;
	uint32_t hash = stack_hash(pcs, n);
	for (uint32_t i = 0; i < MAX_PROBES; i++) {
		uint32_t *slot = &STORE->slots[(hash + i) % N_SLOTS];
		if (!*slot)
			return *slot = stack_add(pcs, n, hash);
		if (same_stack(&STORE->at[*slot], pcs, n, hash))
			return *slot;
	}
	return 0;
}

size_t stack_get(uint32_t id, const uint64_t **out)
{
	*out = STORE->at[id].pcs;
	return STORE->at[id].n;
}

uint32_t stack_count(void)
{
	return STORE->n + 1;
}
