/* SPDX-License-Identifier: MIT */
/*
 * Vector clocks: for each thread, how many of its events are known to have come before.
 * Threads past the end count 0.
 */
#ifndef RACE_VCLOCK_H
#define RACE_VCLOCK_H

#include "base/vec.h"

struct vclock {
	uint32_t *at;
	size_t n;
	size_t cap;
};

static inline uint32_t vclock_get(const struct vclock *c, unsigned thread)
{
	return thread < c->n ? c->at[thread] : 0;
}

void vclock_set(struct vclock *c, unsigned thread, uint32_t time);
/* The later of the two, for each thread. */
void vclock_merge(struct vclock *c, const struct vclock *other);
void vclock_copy(struct vclock *c, const struct vclock *other);

#endif
