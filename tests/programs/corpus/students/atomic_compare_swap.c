// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: thesis 5.1.3 atomic_compare_swap
// Compares, then exchanges: both threads find the old value, and both believe that they have won.
static int word, winners;

static int compare_swap(int *p, int old, int v);

static void operation(int me)
{
	if (compare_swap(&word, 0, me + 1) == 0)
		__atomic_fetch_add(&winners, 1, __ATOMIC_RELAXED);
}

static void check(void);
#include "atomic_test.h"

static int compare_swap(int *p, int old, int v)
{
#ifdef FIXED
	return cmpxchg(p, old, v);
#else
	int seen = __atomic_load_n(p, __ATOMIC_SEQ_CST);
	return seen == old ? xchg(p, v) * 0 + seen : seen;
#endif
}

static void check(void)
{
	assert(winners == 1); /* BUG */
}
