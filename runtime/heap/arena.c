/* SPDX-License-Identifier: MIT */
/* Where blocks are placed. An arena only grows within an execution. */
#include "runtime/heap/heap.h"

/*
 * In front of a small block, in its redzone: its index in the table. Only a hint, as
 * it lies in memory that code without instrumentation can overwrite: see find.c.
 */
#define HINT_SIZE   MIN_ALIGN
#define REDZONE_MAX 1024ul

struct arena *arena_self(void)
{
	unsigned id = self ? self->id : 0;
	BUG_ON(id >= MAX_THREADS);
	if (unlikely(id >= HEAP->n_arenas))
		HEAP->n_arenas = id + 1;
	return &HEAP->arenas[id];
}

/* Larger blocks get larger redzones; 16 bytes more come from the next block's hint. */
static size_t redzone_after(size_t size)
{
	size_t n = size / 8 & ~(MIN_ALIGN - 1);
	return n < REDZONE_MAX ? n : REDZONE_MAX;
}

/* Where the block's own bytes and redzone end. */
static uintptr_t footprint_end(uintptr_t start, size_t size)
{
	if (size >= LARGE_SIZE)
		return round_up(start + size + MIN_ALIGN, LARGE_ALIGN);
	return round_up(start + (size ? size : 1), MIN_ALIGN) + redzone_after(size);
}

struct block *arena_alloc(struct arena *a, size_t size, size_t align)
{
	size_t room = a->end - a->next;
	if (size >= room || align >= room)
		return NULL;
	if (size >= LARGE_SIZE && align < LARGE_ALIGN)
		align = LARGE_ALIGN;
	uintptr_t start = round_up(a->next + HINT_SIZE, align);
	uintptr_t next = footprint_end(start, size);
	if (next > a->end)
		return NULL;

	uint32_t index = a->n_blocks++;
	struct block *b = &arena_blocks(a)[index];
	*b = (struct block){.start = start, .size = size, .state = BLOCK_LIVE};
	uintptr_t old_next = a->next;
	a->next = next;
	if (block_is_large(b)) {
		a->n_large++;
		pages_drop(start, next < a->high ? next : round_up(a->high, HEAP_PAGE));
	} else {
		((uint32_t *)start)[-1] = index;
		shadow_open(b);
	}
	chunks_hold(a, b, old_next);
	return b;
}

void heap_skip(size_t bytes)
{
	struct arena *a = arena_self();
	a->next = bytes < a->end - a->next ? a->next + bytes : a->end;
}

void arena_free(struct block *b)
{
	struct arena *a = arena_of(b->start);
	b->state = BLOCK_FREED;
	shadow_close(b);
	/* The contents of the snapshot belong to reset/: it may not notice that pages went. */
	if (block_in_snapshot(a, b)) {
		undo_push(a, b);
		return;
	}
	/* Below a->retain it may stay: the block that comes here in a later execution drops it. */
	if (block_is_large(b) && b->start + b->size > a->retain)
		pages_drop(b->start, round_up(b->start + b->size, HEAP_PAGE));
	chunks_release(a, b);
}
