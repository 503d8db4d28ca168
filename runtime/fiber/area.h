/* SPDX-License-Identifier: MIT */
/* Where all slots lie (slot.h), for what is asked at every access. */
#ifndef RUNTIME_FIBER_AREA_H
#define RUNTIME_FIBER_AREA_H

#include <stdbool.h>
#include <stdint.h>

#define SLOTS_AT 0x180000000000ull

#pragma GCC visibility push(hidden)

/* Bytes of all slots and guard areas; 0 until they are there. */
extern uintptr_t slots_span;

static inline bool slots_own(uintptr_t addr)
{
	return addr - SLOTS_AT < slots_span;
}

#pragma GCC visibility pop

#endif
