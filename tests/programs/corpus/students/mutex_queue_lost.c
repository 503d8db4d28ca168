// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 2
// schedules: all=88 everywhere=88
// covers: thesis 5.1.3 mutex_test, queue and deschedule, lost wake-up
// Who has to wait puts itself into a queue (of one: there are two threads) and sleeps. The owner
// hands the lock over and wakes it; if that comes before the sleep, it must be refused.
#include "futex.h"

struct waiter {
	int tid, granted;
};
struct mutex {
	int guard, locked;
	struct waiter *first;
};
static struct mutex mutex;

static void guard(struct mutex *m)
{
	while (xchg(&m->guard, 1))
		yield(-1);
}

static void mutex_lock(struct mutex *m)
{
	struct waiter me = {gettid(), 0};
	guard(m);
	if (!m->locked) {
		m->locked = 1;
		set(&m->guard, 0);
		return;
	}
	m->first = &me;
	set(&m->guard, 0);
#ifdef FIXED
	deschedule(&me.granted);
#else
	int never = 0;
	deschedule(&never); /* BUG */
#endif
}

static void mutex_unlock(struct mutex *m)
{
	guard(m);
	struct waiter *next = m->first;
	m->first = NULL;
	if (!next) {
		m->locked = 0;
	} else {
		int tid = next->tid;
		set(&next->granted, 1);
		make_runnable(tid);
	}
	set(&m->guard, 0);
}

#define ROUNDS 1
#include "mutex_test.h"
