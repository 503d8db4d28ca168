// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=2 everywhere=2
// misses: sync-only single (the switch is needed at a racing access)
// covers: thesis 5.1.3 atomic_fetch_add
// Reads, adds, writes: of two additions one can be lost.
static int word;

static int fetch_add(int *p, int v);

static void operation(int me)
{
	(void)me;
	fetch_add(&word, 1);
}

static void check(void);
#include "atomic_test.h"

static int fetch_add(int *p, int v)
{
#ifdef FIXED
	return xadd(p, v);
#else
	int old = *p;
	*p = old + v;
	return old;
#endif
}

static void check(void)
{
	assert(word == 2); /* BUG */
}
