/* SPDX-License-Identifier: MIT */
/*
 * Leaks: blocks that the program allocated and that nothing points to any more.
 *
 * Conservative: each aligned word of the roots, and of blocks already reached, that
 * could be a pointer into a live block reaches that block. So a leak may be missed,
 * but nothing that is in use is reported, unless its only pointer is unaligned or
 * kept in other than plain form. Blocks that libc allocated for itself are scanned
 * but never reported.
 */
#include "runtime/heap/heap.h"

#define MAX_SITES 16

struct scan {
	VEC(struct block *) todo; /* reached, contents not looked at yet */
};

struct leak_site {
	size_t blocks;
	size_t bytes;
	uint16_t thread; /* of the first block */
};

static void reach(struct scan *scan, uintptr_t addr)
{
	if (!in_heap(addr))
		return;
	struct block *b = block_below(addr);
	if (!b || b->state != BLOCK_LIVE || b->reached)
		return;
	/* A pointer to a block of no bytes points to its start. */
	if (addr != b->start && addr - b->start >= b->size)
		return;
	b->reached = 1;
	vec_push(&scan->todo, b);
}

static void scan_words(struct scan *scan, uintptr_t lo, uintptr_t hi)
{
	typedef uintptr_t __attribute__((may_alias)) root_word;
	for (lo = round_up(lo, sizeof(uintptr_t)); lo + sizeof(uintptr_t) <= hi;
	     lo += sizeof(uintptr_t))
		reach(scan, *(const root_word *)lo);
}

static void visit_root(uintptr_t lo, uintptr_t hi, void *scan)
{
	if (!heap_owns(lo))
		scan_words(scan, lo, hi);
}

/* Calls fn for every live block of every arena. */
static void each_live(void (*fn)(struct block *b, void *arg), void *arg)
{
	for (unsigned i = 0; i < HEAP->n_arenas; i++) {
		struct block *b = arena_blocks(&HEAP->arenas[i]);
		for (struct block *end = b + HEAP->arenas[i].n_blocks; b < end; b++)
			if (b->state == BLOCK_LIVE)
				fn(b, arg);
	}
}

static void forget_reached(struct block *b, void *unused)
{
	(void)unused;
	b->reached = 0;
}

static void add_if_leaked(struct block *b, void *sites)
{
	if (b->reached || !b->by_program)
		return;
	struct leak_site *site = (struct leak_site *)sites + b->alloc_stack;
	if (!site->blocks)
		site->thread = b->alloc_thread;
	site->blocks++;
	site->bytes += b->size;
}

static void mark_all(void)
{
	struct scan scan = {0};
	each_live(forget_reached, NULL);
	memory_roots(visit_root, &scan);
	while (scan.todo.n) {
		const struct block *b = vec_pop(&scan.todo);
		scan_words(&scan, b->start, b->start + b->size);
	}
	vec_release(&scan.todo);
}

/* The largest site by bytes, then by blocks, then the earliest. */
static uint32_t largest(const struct leak_site *sites, uint32_t n)
{
	uint32_t best = 0;
	for (uint32_t i = 1; i < n; i++)
		if (sites[i].bytes > sites[best].bytes ||
		    (sites[i].bytes == sites[best].bytes && sites[i].blocks > sites[best].blocks))
			best = i;
	return best;
}

static NORETURN void report_sites(struct leak_site *sites, uint32_t n)
{
	struct leak_site all = {0};
	size_t n_sites = 0;
	for (uint32_t i = 0; i < n; i++) {
		all.blocks += sites[i].blocks;
		all.bytes += sites[i].bytes;
		n_sites += sites[i].blocks != 0;
	}
	struct finding *f = finding_start(
	        FINDING_LEAK, 0, "%lu bytes in %lu block%s were never freed",
	        (unsigned long)all.bytes, (unsigned long)all.blocks, all.blocks == 1 ? "" : "s");
	for (size_t shown = 0; shown < n_sites && shown < MAX_SITES; shown++) {
		uint32_t id = largest(sites, n);
		const uint64_t *pcs;
		size_t depth = stack_get(id, &pcs);
		finding_note(f, thread_by_id(sites[id].thread), pcs, depth,
		             "%lu bytes in %lu block%s allocated by {T%u}",
		             (unsigned long)sites[id].bytes, (unsigned long)sites[id].blocks,
		             sites[id].blocks == 1 ? "" : "s", (unsigned)sites[id].thread);
		sites[id] = (struct leak_site){0};
	}
	if (n_sites > MAX_SITES)
		finding_note(f, NULL, NULL, 0, "%lu more places with less are not shown",
		             (unsigned long)(n_sites - MAX_SITES));
	mem_free(sites);
	finding_finish(f);
}

void heap_report_leaks(void)
{
	if (!heap_span)
		return;
	mark_all();
	uint32_t n = stack_count();
	struct leak_site *sites = mem_alloc(n * sizeof(*sites));
	each_live(add_if_leaked, sites);
	for (uint32_t i = 0; i < n; i++)
		if (sites[i].blocks)
			report_sites(sites, n);
	mem_free(sites);
}
