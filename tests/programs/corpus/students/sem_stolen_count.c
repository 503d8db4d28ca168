// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=50 everywhere=50
// covers: thesis 5.1.3 paradise_lost, queue and deschedule
// A signal with a waiter wakes it and counts as well: what it gave is there twice, once for the
// waiter, which does not look at the count again, and once for whoever comes next.
#include "futex.h"
#include "trusted.h"

struct waiter {
	int tid, woken;
	struct waiter *next;
};
struct sem {
	mutex_t guard;
	int count;
	struct waiter *first;
};
static struct sem sem = {MUTEX_INIT, 0, NULL};

static void sem_wait(struct sem *s)
{
	struct waiter me = {gettid(), 0, NULL};
	mutex_lock(&s->guard);
	if (s->count > 0) {
		s->count--;
		mutex_unlock(&s->guard);
		return;
	}
	me.next = s->first;
	s->first = &me;
	mutex_unlock(&s->guard);
	deschedule(&me.woken);
}

static void sem_signal(struct sem *s)
{
	mutex_lock(&s->guard);
	struct waiter *w = s->first;
#ifdef FIXED
	if (!w)
#endif
		s->count++;
	if (w) {
		int tid = w->tid;
		s->first = w->next;
		set(&w->woken, 1);
		make_runnable(tid);
	}
	mutex_unlock(&s->guard);
}

#include "paradise_lost.h"
