/* SPDX-License-Identifier: MIT */
/* The mappings that make up the heap: sizes that region.c reserves and the owners index. */
#ifndef RUNTIME_HEAP_REGIONS_H
#define RUNTIME_HEAP_REGIONS_H

#include "runtime/heap/heap.h"

enum region_kind {
	REGION_ARENAS,
	REGION_SHADOW,
	REGION_TABLES,
	REGION_STATE,
	REGION_CHUNKS,
	REGION_STACKS,
	REGION_UNDO,
	REGION_COUNT
};

struct heap_region {
	uintptr_t base;
	size_t bytes;
};

/* give_back.c: a count of live blocks for each chunk of the arenas. */
#define CHUNK_SIZE              (1ul << 20)
#define CHUNK_COUNTS_SIZE(span) ((span) / CHUNK_SIZE * sizeof(uint32_t))

/* stacks.c */
#define STACKS_MAX (1u << 20)
struct kept_stack {
	uint64_t pcs[STACK_FRAMES];
	uint32_t n;
	uint32_t hash;
};
struct stack_store {
	uint32_t n;
	uint32_t slots[2 * STACKS_MAX]; /* hash table of ids; 0 is empty */
	struct kept_stack at[STACKS_MAX];
};
#define STACK_STORE_SIZE round_up(sizeof(struct stack_store), HEAP_PAGE)

#endif
