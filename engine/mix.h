/* SPDX-License-Identifier: MIT */
/* Hashes of what a thread finds in memory, for loops that wait: they are taken at every operation.
 */
#ifndef ENGINE_MIX_H
#define ENGINE_MIX_H

#include "engine/machine.h"

#include <stddef.h>
#include <stdint.h>

static inline uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t h = (a ^ b * 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
	return h ^ h >> 31;
}

typedef uint64_t __attribute__((may_alias, aligned(1))) any_uint64;
typedef uint32_t __attribute__((may_alias, aligned(1))) any_uint32;

static inline uint64_t mix_memory(uint64_t hash, uintptr_t at, size_t n)
{
	uint64_t last = 0;
	for (; n >= 8; n -= 8, at += 8)
		hash = mix(hash, *(const any_uint64 *)at);
	if (n & 4) {
		last = *(const any_uint32 *)at;
		at += 4;
	}
	for (n &= 3; n; n--)
		last = last << 8 | *(const uint8_t *)at++;
	return mix(hash, last);
}

/* The same of the tested program's memory. */
static inline uint64_t hash_memory(uint64_t hash, uintptr_t addr, size_t n)
{
	if (unlikely(machine->at != NULL))
		return mix_memory(hash, (uintptr_t)machine->at(addr, n), n);
	return mix_memory(hash, addr, n);
}

#endif
