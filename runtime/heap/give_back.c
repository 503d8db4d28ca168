/* SPDX-License-Identifier: MIT */
/*
 * Freed memory goes back to the kernel, though its addresses stay unused: a program
 * that allocates and frees 10 GB in small pieces must not occupy 10 GB.
 *
 * Large blocks are given back one by one (arena.c). For small ones the arena is cut
 * into chunks of 1 MB with a count of live blocks each: the pages of a chunk, and of
 * its shadow, go when the arena has grown past it and nothing in it is live.
 *
 * The first 32 MB since the snapshot are kept: most executions need no more, and
 * getting pages back from the kernel costs more than everything else here. No counts
 * are kept for them.
 */
#include "runtime/heap/regions.h"

#include <string.h>

#define RETAIN_SIZE (32ul << 20)

static uint32_t *chunk_live(uintptr_t addr)
{
	return (uint32_t *)CHUNKS_BASE + (addr - HEAP_BASE) / CHUNK_SIZE;
}

static uintptr_t chunk_start(uintptr_t addr)
{
	return addr & ~(CHUNK_SIZE - 1);
}

static uintptr_t last_byte(const struct block *b)
{
	return b->start + (b->size ? b->size - 1 : 0);
}

static void drop_with_shadow(uintptr_t lo, uintptr_t hi)
{
	pages_drop(lo, hi);
	pages_drop((uintptr_t)shadow_of(lo), (uintptr_t)shadow_of(hi));
}

static void drop_if_dead(const struct arena *a, uintptr_t addr)
{
	uintptr_t lo = chunk_start(addr);
	if (lo >= a->retain && lo + CHUNK_SIZE <= a->next && !*chunk_live(addr))
		drop_with_shadow(lo, lo + CHUNK_SIZE);
}

/*
 * The chunks of a block's first and last byte suffice: in those between there is
 * nothing else, and a block that has them is large and gives back its pages itself.
 */
void chunks_hold(struct arena *a, const struct block *b, uintptr_t old_next)
{
	if (likely(a->next <= a->retain))
		return;
	uintptr_t last = last_byte(b);
	if (b->start >= a->retain)
		++*chunk_live(b->start);
	if (last >= a->retain && chunk_start(last) != chunk_start(b->start))
		++*chunk_live(last);
	if (chunk_start(old_next) != chunk_start(a->next))
		drop_if_dead(a, old_next);
}

static void release_one(struct arena *a, uintptr_t addr)
{
	if (addr < a->retain)
		return;
	BUG_ON(!*chunk_live(addr));
	--*chunk_live(addr);
	drop_if_dead(a, addr);
}

void chunks_release(struct arena *a, const struct block *b)
{
	uintptr_t last = last_byte(b);
	if (likely(last < a->retain))
		return;
	release_one(a, b->start);
	if (chunk_start(last) != chunk_start(b->start))
		release_one(a, last);
}

void chunks_reset(struct arena *a)
{
	if (a->next <= a->retain)
		return;
	uintptr_t hi = round_up(a->next, CHUNK_SIZE);
	drop_with_shadow(a->retain, hi);
	memset(chunk_live(a->retain), 0, (hi - a->retain) / CHUNK_SIZE * sizeof(uint32_t));
}

void chunks_set_retain(struct arena *a)
{
	uintptr_t retain = round_up(a->snapshot_next + RETAIN_SIZE, CHUNK_SIZE);
	a->retain = retain < a->end ? retain : a->end;
}
