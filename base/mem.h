/* SPDX-License-Identifier: MIT */
/*
 * The checker's own memory.
 *
 * Two implementations, chosen at link time: the tool and the unit tests use
 * libc (base/mem_libc.c); inside a tested program a private heap that no
 * snapshot ever restores (runtime/checker_heap.c). Neither returns NULL: running
 * out of memory is BUG().
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/bug.h"

/* Zeroed memory, 16-byte aligned. Owned by the caller; give back with mem_free. */
void *mem_alloc(size_t size) MUST_USE;
/* Like realloc; the grown part is not zeroed. p may be NULL. */
void *mem_realloc(void *p, size_t size) MUST_USE;
/* p may be NULL. */
void mem_free(void *p);

#endif
