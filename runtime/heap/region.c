/* SPDX-License-Identifier: MIT */
/* The address space of the heap: reserved once, at the first allocation of the process. */
#include "runtime/heap/heap.h"
#include "runtime/heap/regions.h"
#include "runtime/arch/x86_64/syscall.h"

#include <sys/mman.h>

size_t heap_span;
unsigned heap_arena_shift;

#define SPAN_MAX ((uintptr_t)MAX_THREADS << ARENA_SHIFT_MAX)
_Static_assert(SHADOW_BASE + SPAN_MAX / 8 + HEAP_PAGE <= HEAP_BASE,
               "shadow ends before the arenas");
_Static_assert(HEAP_BASE + SPAN_MAX <= TABLE_BASE, "arenas end before the tables");
_Static_assert(TABLE_BASE + SPAN_MAX <= STATE_BASE, "tables end before the state");
_Static_assert(CHUNKS_BASE + CHUNK_COUNTS_SIZE(SPAN_MAX) <= STACKS_BASE,
               "counts end before stacks");
_Static_assert(STACKS_BASE + sizeof(struct stack_store) <= UNDO_BASE, "stacks end before the log");

static struct heap_region regions[REGION_COUNT];

static void regions_plan(unsigned shift)
{
	size_t span = (size_t)MAX_THREADS << shift;
	/* One page more of shadow, as shadow_open writes whole words. */
	regions[REGION_ARENAS] = (struct heap_region){HEAP_BASE, span};
	regions[REGION_SHADOW] = (struct heap_region){SHADOW_BASE, span / 8 + HEAP_PAGE};
	regions[REGION_TABLES] = (struct heap_region){TABLE_BASE, span};
	regions[REGION_STATE] =
	        (struct heap_region){STATE_BASE, round_up(sizeof(struct heap_state), HEAP_PAGE)};
	regions[REGION_CHUNKS] = (struct heap_region){CHUNKS_BASE, CHUNK_COUNTS_SIZE(span)};
	regions[REGION_STACKS] = (struct heap_region){STACKS_BASE, STACK_STORE_SIZE};
	/* A number for each block that the main thread's arena can hold. */
	regions[REGION_UNDO] =
	        (struct heap_region){UNDO_BASE, ((size_t)1 << shift) / 32 * sizeof(uint32_t)};
}

/*
 * Small pages only: with huge ones, each thread's first block would cost 2 MB. Not
 * in core dumps: they would have the size of the tables.
 */
static long region_map(const struct heap_region *r)
{
	void *p =
	        raw_mmap((void *)r->base, r->bytes, PROT_READ | PROT_WRITE,
	                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (raw_failed(p))
		return (long)p;
	if ((uintptr_t)p != r->base) { /* a kernel before 4.17: the address is only a hint */
		raw_syscall2(SYS_munmap, p, r->bytes);
		return -1;
	}
	raw_syscall3(SYS_madvise, p, r->bytes, MADV_NOHUGEPAGE);
	raw_syscall3(SYS_madvise, p, r->bytes, MADV_DONTDUMP);
	return 0;
}

static long regions_map(void)
{
	for (int i = 0; i < REGION_COUNT; i++) {
		long error = region_map(&regions[i]);
		if (!error)
			continue;
		while (i-- > 0)
			raw_syscall2(SYS_munmap, regions[i].base, regions[i].bytes);
		return error;
	}
	return 0;
}

static void arenas_init(void)
{
	for (unsigned i = 0; i < MAX_THREADS; i++) {
		struct arena *a = &HEAP->arenas[i];
		a->base = HEAP_BASE + ((uintptr_t)i << heap_arena_shift);
		a->end = a->base + ((uintptr_t)1 << heap_arena_shift);
		/* The first page stays empty: room for what reads in front of the first block. */
		a->next = a->snapshot_next = a->base + HEAP_PAGE;
		chunks_set_retain(a);
	}
}

void heap_init(void)
{
	if (heap_span)
		return;
	long error = 0;
	for (unsigned shift = ARENA_SHIFT_MAX; shift >= ARENA_SHIFT_MIN; shift -= 2) {
		regions_plan(shift);
		error = regions_map();
		if (error)
			continue;
		heap_arena_shift = shift;
		heap_span = (size_t)MAX_THREADS << shift;
		arenas_init();
		return;
	}
	env_error(
	        0,
	        "cannot reserve address space for the heap (error %ld): raise the limit on virtual "
	        "memory (ulimit -v)",
	        -error);
}

bool heap_owns(uintptr_t addr)
{
	for (int i = 0; i < REGION_COUNT; i++)
		if (addr - regions[i].base < regions[i].bytes)
			return heap_span != 0;
	return false;
}

void pages_drop(uintptr_t lo, uintptr_t hi)
{
	if (lo < hi)
		raw_syscall3(SYS_madvise, lo, hi - lo, MADV_DONTNEED);
}
