/* SPDX-License-Identifier: MIT */
/*
 * The heap check on every access of the program: one compare outside the heap, one
 * more load and compare inside.
 *
 * One shadow byte describes 8 bytes of heap: how many of them, from the first on,
 * may be accessed: 0 to 8. Untouched shadow reads as 0, so that what was never
 * allocated is out of bounds without being written to.
 *
 * The shadow may say less than is true, never more: large blocks are entered when
 * they are first used, 32 KB at a time. heap_check_slow() asks the block table,
 * which is always right.
 *
 * Call it when the access is about to happen, that is after op_begin() has
 * returned: another thread may free the block in between.
 */
#ifndef RUNTIME_HEAP_SHADOW_H
#define RUNTIME_HEAP_SHADOW_H

#include "base/bug.h"

#define HEAP_BASE   0x200000000000ull /* where the arenas start */
#define SHADOW_BASE 0x1d0000000000ull

/* Bytes of all arenas; 0 until the heap is there. */
extern size_t heap_span;

static inline uint8_t *shadow_of(uintptr_t addr)
{
	return (uint8_t *)(SHADOW_BASE + ((addr - HEAP_BASE) >> 3));
}

static inline bool in_heap(uintptr_t addr)
{
	return addr - HEAP_BASE < heap_span;
}

/* Returns if the access is good; otherwise ends the execution with a finding. addr is in the heap.
 */
void heap_check_slow(uintptr_t addr, size_t size, bool write, uintptr_t pc);

/* An access of 1 to 16 bytes. Those that cross a multiple of 8 unaligned take the slow path. */
static inline __attribute__((always_inline)) void heap_check_small(uintptr_t addr, unsigned size,
                                                                   bool write, uintptr_t pc)
{
	typedef uint16_t __attribute__((may_alias, aligned(1))) pair;
	if (!in_heap(addr))
		return;
	const uint8_t *s = shadow_of(addr);
	unsigned first = addr & 7;
	bool good;
	if (size <= 8)
		good = first + size <= *s;
	else
		good = size == 16 && !first && *(const pair *)s == 0x0808;
	if (unlikely(!good))
		heap_check_slow(addr, size, write, pc);
}

#endif
