// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=46 everywhere=46
// covers: thesis 5.1.3 mutex_test, spin and yield
// Looks whether the lock is free, then takes it: two threads can find it free.
#include "futex.h"

struct mutex {
	int locked;
};
static struct mutex mutex;

static void mutex_lock(struct mutex *m)
{
#ifdef FIXED
	while (xchg(&m->locked, 1))
		yield(-1);
#else
	while (get(&m->locked))
		yield(-1);
	set(&m->locked, 1);
#endif
}

static void mutex_unlock(struct mutex *m)
{
	set(&m->locked, 0);
}

#include "mutex_test.h"
