// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 2
// schedules: all=4 everywhere=4
// covers: semaphore with a count below 0, queue and deschedule
// A count below 0 says how many wait. The waiter counts itself, and joins the queue in a second
// critical section: a signal in between sees that somebody waits, and finds nobody.
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
	if (--s->count >= 0) {
		mutex_unlock(&s->guard);
		return;
	}
#ifndef FIXED
	mutex_unlock(&s->guard);
	mutex_lock(&s->guard);
#endif
	me.next = s->first;
	s->first = &me;
	mutex_unlock(&s->guard);
	deschedule(&me.woken); /* BUG */
}

static void sem_signal(struct sem *s)
{
	mutex_lock(&s->guard);
	s->count++;
	if (s->first) {
		struct waiter *w = s->first;
		int tid = w->tid;
		s->first = w->next;
		set(&w->woken, 1);
		make_runnable(tid);
	}
	mutex_unlock(&s->guard);
}

static void consumer(void *arg)
{
	(void)arg;
	sem_wait(&sem);
}

int main(void)
{
	thread_fork(consumer, NULL);
	sem_signal(&sem);
	vanish();
}
