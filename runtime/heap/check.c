/* SPDX-License-Identifier: MIT */
/* The heap check where one look at the shadow does not answer it. */
#include "runtime/heap/heap.h"

/* Longer ranges are looked up in the table at once: that takes the same time for any length. */
#define SCAN_MAX 4096

void heap_check_slow(uintptr_t addr, size_t size, bool write, uintptr_t pc)
{
	if (size <= SCAN_MAX && shadow_allows(addr, size))
		return;
	const struct block *b = block_below(addr);
	if (!b || b->state != BLOCK_LIVE || !block_holds(b, addr, size))
		report_bad_access(addr, size, write, pc);
	if (block_is_large(b))
		shadow_open_window(b, addr);
}

void heap_check(const volatile void *addr, size_t size, bool write, uintptr_t pc)
{
	if (size && in_heap((uintptr_t)addr))
		heap_check_slow((uintptr_t)addr, size, write, pc);
}
