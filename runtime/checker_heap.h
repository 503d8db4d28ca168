/* SPDX-License-Identifier: MIT */
#ifndef RUNTIME_CHECKER_HEAP_H
#define RUNTIME_CHECKER_HEAP_H

#include <stdbool.h>
#include <stdint.h>

/* Before the first mem_alloc. shared: children forked later write into the same memory. */
void checker_heap_init(bool shared);
bool checker_heap_owns(uintptr_t addr);

#endif
