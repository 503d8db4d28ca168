/* SPDX-License-Identifier: MIT */
/*
 * Snapshot and restore of the tested program's memory and descriptors.
 *
 * What is restored: every writable mapping of the process (data of the program
 * and of all libraries, the snapshot's heap, the live part of the main stack)
 * except the checker's own. Small regions are copied back; large ones are mapped
 * copy-on-write from a file in memory, so that a restore costs only what the
 * execution wrote.
 */
#ifndef RUNTIME_RESET_SNAPSHOT_H
#define RUNTIME_RESET_SNAPSHOT_H

#include "runtime/rt.h"

/*
 * main_sp: the saved context of the main thread; its stack is kept from there up. With
 * fork isolation only what parent and children share is kept.
 */
void snapshot_take(uintptr_t main_sp);
void snapshot_restore(void);
/* Bytes that a restore copies. */
uint64_t snapshot_bytes(void);
/* A range that belongs to the checker: never saved, never restored. */
void snapshot_exclude(uintptr_t lo, uintptr_t hi);
/* Calls visit for the parts of [lo, hi) that no such range holds. */
void snapshot_visit_programs(uintptr_t lo, uintptr_t hi, void (*visit)(uintptr_t lo, uintptr_t hi));
/* Is the mapping at addr the checker's, a slot's or the heap's, which are kept in other ways? */
bool snapshot_is_checkers(uintptr_t addr);

/*
 * An execution changes mappings of the snapshot. Not with fork isolation: there the
 * kernel undoes it, and no range has anything in it.
 */

/* How much of the range was mapped at the snapshot. */
uintptr_t snapshot_kept_bytes(uintptr_t lo, uintptr_t hi);
/* What of it was mapped has no file behind it and is not shared. */
bool snapshot_is_private_memory(uintptr_t lo, uintptr_t hi);
/* Memory that could not be written may be written from now on: its contents become restored. */
void snapshot_adopt(uintptr_t lo, uintptr_t hi);
/* Brings back mappings that were replaced, adopted before; snapshot_restore has yet to come. */
void snapshot_map_again(uintptr_t lo, uintptr_t hi);
/* Brings back who may read and write. */
void snapshot_protect_again(uintptr_t lo, uintptr_t hi);

/*
 * Takes away what executions mapped without our knowing; false where there is nothing. Reads the
 * memory map: not cheap.
 */
bool snapshot_unmap_strays(void);

/*
 * A duplicate of fd for the runtime itself, out of the program's way: from OWN_FD_BASE on, high
 * enough for most programs never to notice, low enough for the kernel's smallest table (64), which
 * closing walks. Not closed by fds_restore. Negative: the kernel's error.
 */
int fds_own(int fd) MUST_USE;
#define OWN_FD_BASE 48
bool fds_is_own(int fd);
/* Open descriptors: as they were, and nothing else. */
void fds_snapshot(void);
void fds_restore(void);
/* From now on output of the program goes nowhere. */
void fds_mute(void);
/* Told by calls that close, replace or move standard descriptors. */
extern bool fds_touched;
/* Told by calls that make or drop any, before they do. */
void fds_note_use(void);
/*
 * Before counters are sent: counts executions that may have begun with a descriptor that an
 * earlier one left open without our knowing.
 */
void fds_count_left(void);

#endif
