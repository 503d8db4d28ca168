// SPDX-License-Identifier: MIT
// bug: infinite-loop or livelock or assertion
// preemptions: 1
// weak: all (a loop that tries again and again is followed for a number of rounds only)
// slow: an execution without end is run for a million events before it is called so
// covers: thesis 5.1.3 mutex_test, spin and yield
// Counts who wants the lock; the one that counts from 0 has it, the others take their count back.
// Done by a store of what was read before, that wipes out the count of the owner.
#include "futex.h"

struct mutex {
	int wanted;
};
static struct mutex mutex;

static void mutex_lock(struct mutex *m)
{
	for (;;) {
		int before = xadd(&m->wanted, 1); /* BUG */
		if (before == 0)
			return;
#ifdef FIXED
		xadd(&m->wanted, -1);
#else
		set(&m->wanted, before - 1); /* BUG */
#endif
		yield(-1); /* BUG */
	}
}

static void mutex_unlock(struct mutex *m)
{
	xadd(&m->wanted, -1);
}

#define ROUNDS 1
#include "mutex_test.h"
