// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=2 everywhere=2
// misses: sync-only single (the switch is needed at a racing access)
// covers: thesis 5.1.3 atomic_exchange
// A load and a store are no exchange: what another thread stored in between is lost, and two
// threads get the same old value.
static int word, got[2];

static int exchange(int *p, int v);

static void operation(int me)
{
	got[me] = exchange(&word, me + 1);
}

static void check(void);
#include "atomic_test.h"

static int exchange(int *p, int v)
{
#ifdef FIXED
	return xchg(p, v);
#else
	int old = *p;
	*p = v;
	return old;
#endif
}

static void check(void)
{
	assert(got[0] != got[1]); /* BUG */
}
