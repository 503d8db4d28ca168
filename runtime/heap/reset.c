/* SPDX-License-Identifier: MIT */
/*
 * The heap's part of snapshot and reset: which blocks exist. What is in the
 * snapshot's blocks is restored by reset/.
 *
 * A reset takes time in proportion to what the execution allocated and to the
 * snapshot's blocks that it freed: blocks that are merely there cost nothing.
 */
#include "runtime/heap/heap.h"

#include <string.h>

#define UNDO ((uint32_t *)UNDO_BASE)

void undo_push(const struct arena *a, const struct block *b)
{
	BUG_ON(a != HEAP->arenas);
	UNDO[HEAP->n_undo++] = (uint32_t)(b - arena_blocks(a));
}

static void undo_all(void)
{
	for (size_t i = 0; i < HEAP->n_undo; i++) {
		struct block *b = &arena_blocks(HEAP->arenas)[UNDO[i]];
		b->state = BLOCK_LIVE;
		b->free_stack = 0;
		b->free_thread = 0;
		if (!block_is_large(b))
			shadow_reopen(b);
	}
	HEAP->n_undo = 0;
}

static void close_range(uintptr_t lo, uintptr_t hi)
{
	if (lo < hi)
		memset(shadow_of(lo), 0, (hi - lo + 7) / 8);
}

/* Clears the shadow of [a->snapshot_next, hi); pages that large blocks have for themselves go. */
static void close_fresh(struct arena *a, uintptr_t hi)
{
	uintptr_t lo = a->snapshot_next;
	const struct block *blocks = arena_blocks(a);
	for (uint32_t i = a->snapshot_blocks; a->n_large && i < a->n_blocks; i++) {
		if (!block_is_large(&blocks[i]))
			continue;
		close_range(lo, blocks[i].start < hi ? blocks[i].start : hi);
		if (blocks[i].state == BLOCK_LIVE)
			shadow_close(&blocks[i]);
		lo = blocks[i].start + round_up(blocks[i].size, LARGE_ALIGN);
		a->n_large--;
	}
	close_range(lo, hi);
}

static void arena_reset(struct arena *a)
{
	uintptr_t kept = a->next < a->retain ? a->next : a->retain;
	close_fresh(a, kept);
	chunks_reset(a);
	if (a->high < kept)
		a->high = kept;
	a->n_blocks = a->snapshot_blocks;
	a->next = a->snapshot_next;
	a->n_large = 0;
}

void heap_reset(void)
{
	BUG_ON(!HEAP->snapshot_taken);
	for (unsigned i = 0; i < HEAP->n_arenas; i++)
		arena_reset(&HEAP->arenas[i]);
	HEAP->n_arenas = 1;
	undo_all();
}

uintptr_t heap_position(void)
{
	return arena_self()->next;
}

void heap_snapshot(void)
{
	heap_init();
	BUG_ON(HEAP->snapshot_taken);
	BUG_ON(HEAP->n_arenas > 1);
	HEAP->snapshot_taken = true;
	HEAP->n_arenas = 1;
	struct arena *a = HEAP->arenas;
	/* No page, so no cache line either, holds both blocks of the snapshot and later ones. */
	a->next = round_up(a->next, LARGE_ALIGN);
	if (a->next > a->end)
		a->next = a->end;
	a->snapshot_next = a->next;
	a->snapshot_blocks = a->n_blocks;
	a->n_large = 0;
	chunks_set_retain(a);
}

void heap_snapshot_range(uintptr_t *lo, uintptr_t *hi)
{
	const struct arena *a = HEAP->arenas;
	*lo = *hi = a->base + HEAP_PAGE;
	if (!a->snapshot_blocks)
		return;
	const struct block *last = &arena_blocks(a)[a->snapshot_blocks - 1];
	*hi = round_up(last->start + last->size, HEAP_PAGE);
}

/* Gaps below this are not worth a range of their own. */
#define MERGE_GAP 2048

void heap_snapshot_blocks(void (*visit)(uintptr_t lo, uintptr_t hi, void *arg), void *arg)
{
	const struct block *blocks = arena_blocks(HEAP->arenas);
	uintptr_t lo = 0, hi = 0;
	for (uint32_t i = 0; i < HEAP->arenas[0].snapshot_blocks; i++) {
		const struct block *b = &blocks[i];
		if (b->state != BLOCK_LIVE || !b->size)
			continue;
		if (lo && b->start - hi > MERGE_GAP) {
			visit(lo, hi, arg);
			lo = 0;
		}
		if (!lo)
			lo = b->start;
		hi = b->start + b->size;
	}
	if (lo)
		visit(lo, hi, arg);
}

void heap_live_blocks(void (*visit)(uintptr_t lo, uintptr_t hi))
{
	for (unsigned i = 0; i < HEAP->n_arenas; i++) {
		const struct block *b = arena_blocks(&HEAP->arenas[i]);
		for (uint32_t k = 0; k < HEAP->arenas[i].n_blocks; k++)
			if (b[k].state == BLOCK_LIVE && b[k].size)
				visit(b[k].start, b[k].start + b[k].size);
	}
}
