/* SPDX-License-Identifier: MIT */
/* What a person reads when the heap was misused. */
#include "runtime/heap/heap.h"

/* Beyond this distance a block has nothing to do with the access. */
#define NEAR HEAP_PAGE

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static bool is_near(const struct block *b, uintptr_t addr)
{
	return b && addr + NEAR >= b->start && addr < b->start + b->size + NEAR;
}

/* "8 bytes inside a block of 32 bytes": where [addr, addr + size) lies, seen from b. */
static void describe_place(char *out, size_t n, const struct block *b, uintptr_t addr, size_t size)
{
	const char *freed = b->state == BLOCK_FREED ? "freed " : "";
	uintptr_t end = b->start + b->size;
	unsigned long far;
	const char *where;
	if (addr < b->start) {
		far = b->start - addr;
		where = "before";
	} else if (addr >= end) {
		far = addr - end;
		where = "after the end of";
	} else {
		far = addr - b->start;
		where = "inside";
	}
	size_t used = format(out, n, "%lu byte%s %s a %sblock of %lu byte%s", far, plural(far),
	                     where, freed, (unsigned long)b->size, plural(b->size));
	if (b->state == BLOCK_LIVE && addr >= b->start && addr < end && size > end - addr) {
		unsigned long over = size - (end - addr);
		format(out + used, n - used, ", of which %lu byte%s beyond its end", over,
		       over == 1 ? " is" : "s are");
	}
}

void report_bad_access(uintptr_t addr, size_t size, bool write, uintptr_t pc)
{
	const struct block *b = block_near(addr);
	bool inside_freed = b && b->state == BLOCK_FREED && block_holds(b, addr, 1);
	char place[160];
	if (is_near(b, addr))
		describe_place(place, sizeof(place), b, addr, size);
	else
		format(place, sizeof(place), "in a part of the heap that was never allocated");
	struct finding *f =
	        finding_start(inside_freed ? FINDING_USE_AFTER_FREE : FINDING_BUFFER_OVERFLOW, pc,
	                      "%s of %lu byte%s at {0x%lx}, %s", write ? "write" : "read",
	                      (unsigned long)size, plural(size), (unsigned long)addr, place);
	f->addr = addr;
	heap_describe(f, addr);
	finding_finish(f);
}

void report_bad_free(const char *call, uintptr_t p, const struct block *b, uintptr_t pc)
{
	struct finding *f;
	if (b) {
		f = finding_start(FINDING_DOUBLE_FREE, pc,
		                  "%s of {0x%lx}, a block of %lu byte%s that was freed before",
		                  call, (unsigned long)p, (unsigned long)b->size, plural(b->size));
	} else if (is_near(block_near(p), p)) {
		char place[160];
		describe_place(place, sizeof(place), block_near(p), p, 0);
		f = finding_start(FINDING_INVALID_FREE, pc,
		                  "%s of {0x%lx}, which points %s, not to the start of one", call,
		                  (unsigned long)p, place);
	} else {
		f = finding_start(FINDING_INVALID_FREE, pc,
		                  "%s of {0x%lx}, which no allocation returned", call,
		                  (unsigned long)p);
	}
	f->addr = p;
	heap_describe(f, p);
	finding_finish(f);
}

static void note_stack(struct finding *f, const char *what, unsigned thread, uint32_t stack)
{
	const uint64_t *pcs;
	size_t n = stack_get(stack, &pcs);
	finding_note(f, thread_by_id(thread), pcs, n, "the block was %s by {T%u}%s", what, thread,
	             n ? "" : " (its stack was not kept)");
}

void heap_describe(struct finding *f, uintptr_t addr)
{
	const struct block *b = block_near(addr);
	if (!is_near(b, addr))
		return;
	note_stack(f, "allocated", b->alloc_thread, b->alloc_stack);
	if (b->state == BLOCK_FREED)
		note_stack(f, "freed", b->free_thread, b->free_stack);
}

bool heap_block_around(uintptr_t addr, struct heap_block *out)
{
	const struct block *b = block_near(addr);
	if (!b || !(block_holds(b, addr, 1) || b->start == addr))
		return false;
	*out = (struct heap_block){.start = b->start, .size = b->size, .thread = b->alloc_thread};
	out->n = stack_get(b->alloc_stack, &out->stack);
	return true;
}
