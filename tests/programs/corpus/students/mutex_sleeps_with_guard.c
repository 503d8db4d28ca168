// SPDX-License-Identifier: MIT
// bug: deadlock or lost-wakeup
// preemptions: 1
// schedules: all=8 everywhere=8
// covers: thesis 5.1.3 mutex_test, queue and deschedule
// The waiter sleeps before it gives the guard back, which the owner needs in order to wake it.
#include "futex.h"
#include <pthread.h>

struct waiter {
	int tid, granted;
};
struct mutex {
	pthread_mutex_t guard;
	int locked;
	struct waiter *first;
};
static struct mutex mutex = {PTHREAD_MUTEX_INITIALIZER, 0, NULL};

static void mutex_lock(struct mutex *m)
{
	struct waiter me = {gettid(), 0};
	pthread_mutex_lock(&m->guard);
	if (!m->locked) {
		m->locked = 1;
	} else {
		m->first = &me;
#ifdef FIXED
		pthread_mutex_unlock(&m->guard);
		deschedule(&me.granted);
		return;
#else
		deschedule(&me.granted); /* BUG */
#endif
	}
	pthread_mutex_unlock(&m->guard);
}

static void mutex_unlock(struct mutex *m)
{
	pthread_mutex_lock(&m->guard); /* BUG */
	struct waiter *next = m->first;
	m->first = NULL;
	m->locked = next != NULL;
	if (next) {
		int tid = next->tid;
		set(&next->granted, 1);
		make_runnable(tid);
	}
	pthread_mutex_unlock(&m->guard);
}

#define ROUNDS 1
#include "mutex_test.h"
