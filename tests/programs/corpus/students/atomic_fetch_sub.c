// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: thesis 5.1.3 atomic_fetch_sub
// Subtracts atomically, and then reads the word once more for its result: that is what the other
// thread has left, so that both can think they were the last.
static int word = 2, last;

static int fetch_sub(int *p, int v);

static void operation(int me)
{
	(void)me;
	if (fetch_sub(&word, 1) == 1)
		__atomic_fetch_add(&last, 1, __ATOMIC_RELAXED);
}

static void check(void);
#include "atomic_test.h"

static int fetch_sub(int *p, int v)
{
#ifdef FIXED
	return xadd(p, -v);
#else
	xadd(p, -v);
	return __atomic_load_n(p, __ATOMIC_SEQ_CST) + v;
#endif
}

static void check(void)
{
	assert(last == 1); /* BUG */
}
