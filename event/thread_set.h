/* SPDX-License-Identifier: MIT */
#ifndef EVENT_THREAD_SET_H
#define EVENT_THREAD_SET_H

#include <stdbool.h>
#include <stdint.h>

#define MAX_THREADS 256 /* ids of one execution */

struct thread_set {
	uint64_t word[MAX_THREADS / 64];
};

static inline bool thread_in(const struct thread_set *s, unsigned t)
{
	return s->word[t / 64] >> (t % 64) & 1;
}

static inline void threads_add(struct thread_set *s, unsigned t)
{
	s->word[t / 64] |= 1ull << (t % 64);
}

static inline void threads_drop(struct thread_set *s, unsigned t)
{
	s->word[t / 64] &= ~(1ull << (t % 64));
}

/* Of the threads below n. The instruction for it is not on every machine, a call is slower. */
static inline unsigned threads_count(const struct thread_set *s, unsigned n)
{
	unsigned sum = 0;

	for (unsigned i = 0; i * 64 < n; i++) {
		uint64_t w = s->word[i];

		w -= w >> 1 & 0x5555555555555555u;
		w = (w & 0x3333333333333333u) + (w >> 2 & 0x3333333333333333u);
		w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fu;
		sum += (unsigned)(w * 0x0101010101010101u >> 56);
	}
	return sum;
}

#endif
