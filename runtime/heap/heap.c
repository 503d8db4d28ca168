/* SPDX-License-Identifier: MIT */
/* Allocating and freeing as the program sees it: contents, events, errors. */
#include "runtime/heap/heap.h"
#include "runtime/modules.h"

#include <errno.h>
#include <string.h>

#define FRESH_BYTE 0xbe

/*
 * Does the program itself call? Not libc or the dynamic loader: a switch in there would
 * leave their locks held for other threads to wait on for ever. Nor the runtime, which
 * gives 0 for a block of its own.
 */
static bool by_program(uintptr_t pc)
{
	return pc && !pc_in_libc(pc);
}

static bool is_visible(uintptr_t pc)
{
	return threads_exist && !native(self)->in_runtime && by_program(pc);
}

static uint32_t event_size(size_t size)
{
	if (!size)
		return 1; /* the address is unique: it stands for the block */
	return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

/*
 * A block has the same contents in every execution. Large ones are zeros: fresh pages.
 * The padding up to 16 bytes is filled too.
 */
static void fill(const struct block *b, bool zero)
{
	if (!block_is_large(b))
		memset((void *)b->start, zero ? 0 : FRESH_BYTE, round_up(b->size, MIN_ALIGN));
}

static void *out_of_memory(void)
{
	errno = ENOMEM;
	return NULL;
}

static struct block *block_new(size_t size, size_t align, uintptr_t pc)
{
	if (unlikely(!heap_span))
		heap_init();
	if (size > PTRDIFF_MAX)
		return NULL;
	struct block *b = arena_alloc(arena_self(), size, align < MIN_ALIGN ? MIN_ALIGN : align);
	if (!b) {
		count(COUNT_HEAP_EXHAUSTED);
		return NULL;
	}
	b->alloc_thread = self ? self->id : 0;
	b->alloc_stack = stack_keep(pc);
	b->by_program = by_program(pc);
	return b;
}

void *heap_alloc(size_t size, size_t align, bool zero, uintptr_t pc)
{
	struct block *b = block_new(size, align, pc);
	if (!b)
		return out_of_memory();
	fill(b, zero);
	void *p = (void *)b->start;
	if (is_visible(pc))
		op_simple(OP_ALLOC, p, event_size(size), 0, pc);
	return p;
}

/*
 * The block at p, live; any other p ends the execution. Before the runtime has
 * started there is nothing to report to: NULL, for the caller to ignore.
 */
static struct block *block_given(const char *call, void *p, uintptr_t pc)
{
	struct block *b = block_at((uintptr_t)p);
	if (likely(b && b->state == BLOCK_LIVE))
		return b;
	if (!self)
		return NULL;
	report_bad_free(call, (uintptr_t)p, b, pc);
}

/* Announces that b goes, and returns when it is to happen. */
static void free_begin(const char *call, struct block *b, uintptr_t pc)
{
	if (!is_visible(pc))
		return;
	op_begin(OP_FREE, (void *)b->start, event_size(b->size), 0, pc);
	op_end(0);
	/* Others ran in between: one of them may have freed the block. */
	if (b->state != BLOCK_LIVE)
		report_bad_free(call, b->start, b, pc);
}

static void block_release(struct block *b, uintptr_t pc)
{
	b->free_thread = self ? self->id : 0;
	b->free_stack = stack_keep(pc);
	arena_free(b);
}

void heap_free(void *p, uintptr_t pc)
{
	if (!p)
		return;
	struct block *b = block_given("free", p, pc);
	if (!b)
		return;
	free_begin("free", b, pc);
	block_release(b, pc);
}

/*
 * Always moves, so that pointers to the old place are caught. The new block comes
 * first: other threads may change the old contents until free_begin() has returned.
 */
void *heap_realloc(void *p, size_t size, uintptr_t pc)
{
	if (!p)
		return heap_alloc(size, MIN_ALIGN, false, pc);
	struct block *old = block_given("realloc", p, pc);
	if (!old)
		return out_of_memory();
	void *q = NULL;
	if (size) {
		q = heap_alloc(size, MIN_ALIGN, false, pc);
		if (!q)
			return NULL;
	}
	free_begin("realloc", old, pc);
	if (q)
		memcpy(q, p, size < old->size ? size : old->size);
	block_release(old, pc);
	return q;
}

size_t heap_usable_size(void *p, uintptr_t pc)
{
	if (!p)
		return 0;
	const struct block *b = block_given("malloc_usable_size", p, pc);
	return b ? b->size : 0;
}
