// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=168 everywhere=168
// covers: thesis 5.1.3 mutex_test, queue and deschedule, unlock/lock race
// Unlocking makes the lock free and wakes the waiter, who believes that it has got the lock.
// Meanwhile the other thread takes it for its second round. The lock has to stay taken for the one
// that is woken.
#include "futex.h"
#include "trusted.h"
#undef mutex_lock
#undef mutex_unlock

struct waiter {
	int tid, granted;
};
struct mutex {
	pthread_mutex_t guard;
	int locked;
	struct waiter *first;
};
static struct mutex mutex = {MUTEX_INIT, 0, NULL};

static void mutex_lock(struct mutex *m)
{
	struct waiter me = {gettid(), 0};
	pthread_mutex_lock(&m->guard);
	if (!m->locked) {
		m->locked = 1;
		pthread_mutex_unlock(&m->guard);
		return;
	}
	m->first = &me;
	pthread_mutex_unlock(&m->guard);
	deschedule(&me.granted);
}

static void mutex_unlock(struct mutex *m)
{
	pthread_mutex_lock(&m->guard);
	struct waiter *next = m->first;
	m->first = NULL;
#ifdef FIXED
	m->locked = next != NULL;
#else
	m->locked = 0;
#endif
	if (next) {
		int tid = next->tid;
		set(&next->granted, 1);
		make_runnable(tid);
	}
	pthread_mutex_unlock(&m->guard);
}

#include "mutex_test.h"
