// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=2292 everywhere=2292
// covers: thesis 5.1.3 mutex_test, futex, three states
// 0 free, 1 held, 2 held and somebody may sleep. Whoever wakes up takes the lock with 1, although a
// third thread may still sleep: that one is forgotten.
#include "futex.h"

struct mutex {
	int state;
};
static struct mutex mutex;

static void mutex_lock(struct mutex *m)
{
	int seen = cmpxchg(&m->state, 0, 1);
	while (seen != 0) {
		if (seen == 2 || cmpxchg(&m->state, 1, 2) != 0)
			futex_wait(&m->state, 2); /* BUG */
#ifdef FIXED
		seen = cmpxchg(&m->state, 0, 2);
#else
		seen = cmpxchg(&m->state, 0, 1);
#endif
	}
}

static void mutex_unlock(struct mutex *m)
{
	if (xchg(&m->state, 0) == 2)
		futex_wake(&m->state, 1);
}

#define THREADS 3
#define ROUNDS  1
#include "mutex_test.h"
