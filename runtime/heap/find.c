/* SPDX-License-Identifier: MIT */
/* From an address to the block it belongs to. The table of an arena is in order of address. */
#include "runtime/heap/heap.h"

struct block *block_below(uintptr_t addr)
{
	const struct arena *a = arena_of(addr);
	struct block *blocks = arena_blocks(a);
	size_t lo = 0,
	       hi = a->n_blocks; /* the answer is below hi; all below lo start at or below */
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (blocks[mid].start <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? &blocks[lo - 1] : NULL;
}

struct block *block_at(uintptr_t addr)
{
	if (!in_heap(addr))
		return NULL;
	const struct arena *a = arena_of(addr);
	/* Anything may be freed: only what the table confirms counts. */
	if (addr % MIN_ALIGN == 0 && addr - a->base >= HEAP_PAGE) {
		uint32_t index = ((const uint32_t *)addr)[-1];
		struct block *b = &arena_blocks(a)[index];
		if (index < a->n_blocks && b->start == addr)
			return b;
	}
	struct block *b = block_below(addr);
	return b && b->start == addr ? b : NULL;
}

struct block *block_near(uintptr_t addr)
{
	if (!in_heap(addr))
		return NULL;
	const struct arena *a = arena_of(addr);
	if (!a->n_blocks)
		return NULL;
	struct block *b = block_below(addr);
	if (!b)
		return arena_blocks(a);
	struct block *last = &arena_blocks(a)[a->n_blocks - 1];
	if (b == last || addr - b->start < b->size)
		return b;
	return addr - (b->start + b->size) < b[1].start - addr ? b : b + 1;
}
