// SPDX-License-Identifier: MIT
// bug: assertion
// covers: thesis 5.1.3 mutex_test, spin and yield
// Counts who wants the lock; the one that counts from 0 has it, the others take their count back. Done by
// a store of what was read, that wipes out the count of the owner.
#include "futex.h"

struct mutex {
	int wanted;
};
static struct mutex mutex;

static void mutex_lock(struct mutex *m)
{
	for (;;) {
		int before = xadd(&m->wanted, 1);
		if (before == 0)
			return;
#ifdef FIXED
		xadd(&m->wanted, -1);
#else
		set(&m->wanted, before - 1);
#endif
		yield(-1);
	}
}

static void mutex_unlock(struct mutex *m)
{
	xadd(&m->wanted, -1);
}

#define ROUNDS 1
#include "mutex_test.h"
