/* SPDX-License-Identifier: MIT */
/*
 * Sets of held locks, each kept once and known by a number: an access remembers 4 bytes.
 * The empty set is 0. Numbers stay valid for the whole run.
 */
#ifndef RACE_LOCKSET_H
#define RACE_LOCKSET_H

#include "base/index.h"
#include "event/race.h"

struct lockset {
	uint32_t from, n; /* in locks */
};

struct locksets {
	struct index index;
	VEC(struct lockset) sets;
	race_lock_vec locks;
	VEC(uint64_t) not_locks; /* semaphores that exclude nothing, though sets may name them */
};

/* What two threads' locks say about their accesses. */
enum exclusion {
	EXCLUDE_NOTHING,
	EXCLUDE_SEMAPHORE, /* only semaphores that have been used as locks so far */
	EXCLUDE_LOCK,
};

void locksets_init(struct locksets *s);
void locksets_release(struct locksets *s);
/* The number of a set; the order of its locks does not matter. */
uint32_t lockset_number(struct locksets *s, const race_lock_vec *held);
const struct race_lock *lockset_locks(const struct locksets *s, uint32_t set, size_t *n);
/*
 * Is there a lock in both sets that no two threads can hold so at once? Two holds for
 * reading do not exclude one another, and semaphores of not_locks exclude nothing. *semaphore: for
 * EXCLUDE_SEMAPHORE, which one.
 */
enum exclusion lockset_excludes(const struct locksets *s, uint32_t a, uint32_t b,
                                uint64_t *semaphore);
/* Is the semaphore at addr known to be no lock? */
bool lockset_distrusts(const struct locksets *s, uint64_t addr);

#endif
