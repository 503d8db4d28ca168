/* SPDX-License-Identifier: MIT */
/*
 * Has anything in memory changed? A digest of all that the program can write, whoever compiled
 * the code that writes it: data of all modules, live heap blocks, TLS of the calling
 * thread, stacks of all threads from the program's frames up. Two digests are equal iff
 * the memory is, but for an accident of one in 2^64.
 *
 * Not in it: files that are mapped shared.
 */
#ifndef RUNTIME_RESET_DIGEST_H
#define RUNTIME_RESET_DIGEST_H

#include "runtime/rt.h"

/* After the snapshot was taken. */
void digest_init(void);
/*
 * Costs a tenth of a millisecond for each megabyte. 0: cannot tell, because the memory is too
 * large, the execution has changed the memory map, or executions have not begun.
 */
uint64_t digest_memory(void);

#endif
