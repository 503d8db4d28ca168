/* SPDX-License-Identifier: MIT */
/*
 * Pages of the C library's data that no execution writes, which are most of them.
 *
 * After some executions the pages that are as they were at the snapshot are made read-only, and
 * are not restored from then on. A write to one comes to the handler of crashes, which makes it
 * writable, and restored, for good. So nothing is supposed: what cannot be written need not be
 * restored.
 *
 * COUNT_CLEAN_PAGES_WRITTEN counts such writes. Test: tests/reset/test_windows.sh.
 *
 * The kernel's writes do not come to the handler: a system call that is given such a page fails
 * with EFAULT. Hence only data of the C library, whose pointers it keeps to itself. Of what it
 * has the kernel write there only the record of getutent() is in pages that it writes in no
 * other way.
 */
#ifndef RUNTIME_RESET_QUIET_H
#define RUNTIME_RESET_QUIET_H

#include <stdbool.h>
#include <stdint.h>

#define QUIET_NEVER (-1)

/*
 * At the snapshot, of memory that can be written: the number of the page at addr, QUIET_NEVER
 * where it is none of the library's.
 */
int quiet_number(uintptr_t addr);

/* Is it left out of restores? */
bool quiet_is(int number);
bool quiet_at(uintptr_t addr);
/* Has that become another answer for any page, since it was asked last? */
bool quiet_changed(void);
/* Counts restores; true for the one after which pages are to become quiet. */
bool quiet_due(void);
/* An execution changed it: it will not be quiet. */
void quiet_note_change(int number);
/* At the end of that restore: all that did not change. */
void quiet_begin(void);

/* Something was written at addr, and failed: was it only for this? Then it can be done again. */
bool quiet_written(uintptr_t addr);
/* The program is about to change the mappings of a range. */
void quiet_end(uintptr_t lo, uintptr_t hi);

#endif
