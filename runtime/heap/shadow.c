/* SPDX-License-Identifier: MIT */
/* Writing and reading the shadow: see shadow.h for what its bytes mean. */
#include "runtime/heap/heap.h"

#include <string.h>

typedef uint64_t __attribute__((may_alias, aligned(1))) word;
#define ALL_GOOD 0x0808080808080808ull

/* [lo, hi) becomes accessible; lo is a multiple of 8, and so is hi unless a block ends there. */
static void open_range(uintptr_t lo, uintptr_t hi)
{
	uint8_t *s = shadow_of(lo);
	size_t whole = (hi - lo) / 8;
	memset(s, 8, whole);
	if (hi % 8)
		s[whole] = hi % 8;
}

/*
 * Small blocks are the common case: whole words, the last one padded with zeros. It
 * may reach past the redzone, where nothing is allocated yet, as b is the last block.
 */
void shadow_open(const struct block *b)
{
	uint8_t *s = shadow_of(b->start);
	size_t whole = b->size / 8;
	size_t part = b->size % 8;
	if (whole > 64) {
		open_range(b->start, b->start + b->size);
		return;
	}
	for (; whole >= 8; whole -= 8, s += 8)
		*(word *)s = ALL_GOOD;
	*(word *)s = (ALL_GOOD & ((1ull << whole * 8) - 1)) | (uint64_t)part << whole * 8;
}

void shadow_reopen(const struct block *b)
{
	open_range(b->start, b->start + b->size);
}

void shadow_open_window(const struct block *b, uintptr_t addr)
{
	uintptr_t lo = addr & ~(LARGE_ALIGN - 1);
	uintptr_t hi = lo + LARGE_ALIGN;
	if (lo < b->start)
		lo = b->start;
	if (hi > b->start + b->size)
		hi = b->start + b->size;
	open_range(lo, hi);
}

/* Up to here clearing shadow is cheaper than a system call and the page faults after it. */
#define CLEAR_MAX (64ul << 10)

void shadow_close(const struct block *b)
{
	uint8_t *s = shadow_of(b->start);
	size_t n = (b->size + 7) / 8;
	if (n > CLEAR_MAX)
		pages_drop((uintptr_t)s, round_up((uintptr_t)s + n, HEAP_PAGE));
	else
		memset(s, 0, n);
}

bool shadow_allows(uintptr_t addr, size_t size)
{
	const uint8_t *s = shadow_of(addr);
	size_t left = size + addr % 8; /* bytes from the start of the granule of addr */
	for (; left > 64; left -= 64, s += 8)
		if (*(const word *)s != ALL_GOOD)
			return false;
	for (; left > 8; left -= 8, s++)
		if (*s != 8)
			return false;
	return left <= *s;
}
