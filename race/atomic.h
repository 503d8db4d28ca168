/* SPDX-License-Identifier: MIT */
/*
 * What an atomic location's value carries under C11: the release sequences that the value belongs
 * to (5.1.2.4p10), each with the clock of the thread that heads it.
 *
 * A store begins anew, but for a sequence of its own thread, which it continues (C++20 has dropped
 * that; keeping it orders more, so nothing is called a race that is none). A
 * read-modify-write continues what it reads, whoever wrote that.
 */
#ifndef RACE_ATOMIC_H
#define RACE_ATOMIC_H

#include "race/vclock.h"

struct release_head {
	unsigned thread;
	struct vclock clock;
};

struct atomic_location {
	VEC(struct release_head) heads;
	size_t n_heads; /* those behind keep their memory */
};

void atomic_reset(struct atomic_location *a);
void atomic_release(struct atomic_location *a);
/* released: the clock that the store releases; may be empty. */
void atomic_store(struct atomic_location *a, unsigned thread, const struct vclock *released);
void atomic_modify(struct atomic_location *a, unsigned thread, const struct vclock *released);
/* Merges what a load synchronizes with, if it acquires. */
void atomic_load(const struct atomic_location *a, struct vclock *to);

#endif
