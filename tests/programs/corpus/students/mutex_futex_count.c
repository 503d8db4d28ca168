// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=10 everywhere=10
// covers: thesis 5.1.3 mutex_test, futex, lost wake-up
// Who waits is counted, so that unlocking need not always wake. Unlocking looks at the count before
// it frees the lock: a thread that comes in between sleeps, and nobody wakes it.
#include "futex.h"

struct mutex {
	int locked, waiters;
};
static struct mutex mutex;

static void mutex_lock(struct mutex *m)
{
	while (xchg(&m->locked, 1)) {
		xadd(&m->waiters, 1);
		futex_wait(&m->locked, 1); /* BUG */
		xadd(&m->waiters, -1);
	}
}

static void mutex_unlock(struct mutex *m)
{
#ifdef FIXED
	set(&m->locked, 0);
	int waiters = get(&m->waiters);
#else
	int waiters = get(&m->waiters);
	set(&m->locked, 0);
#endif
	if (waiters)
		futex_wake(&m->locked, 1);
}

#define ROUNDS 1
#include "mutex_test.h"
