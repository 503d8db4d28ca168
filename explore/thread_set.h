/* SPDX-License-Identifier: MIT */
#ifndef EXPLORE_THREAD_SET_H
#define EXPLORE_THREAD_SET_H

#include "event/event.h"

struct thread_set {
	uint64_t word[MAX_THREADS / 64];
};

static inline bool thread_in(const struct thread_set *s, unsigned t)
{
	return s->word[t / 64] >> (t % 64) & 1;
}

static inline void thread_add(struct thread_set *s, unsigned t)
{
	s->word[t / 64] |= 1ull << (t % 64);
}

#endif
