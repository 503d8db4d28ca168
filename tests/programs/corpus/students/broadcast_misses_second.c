// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=50 everywhere=50
// covers: thesis 5.1.3 broadcast_two_waiters, broadcast that misses a waiter
// broadcast wakes the head of the queue instead of all of it: right with one waiter, not with two.
#define WAITERS 2
#include "futex.h"
#include "trusted.h"

struct waiter {
	int tid, woken;
	struct waiter *next;
};
struct cond {
	struct waiter *first; /* under the mutex of the test */
};
static struct cond cond;

static void cond_wait(struct cond *c, mutex_t *m)
{
	struct waiter me = {gettid(), 0, c->first};
	c->first = &me;
	mutex_unlock(m);
	deschedule(&me.woken); /* BUG */
	mutex_lock(m);
}

static void cond_broadcast(struct cond *c)
{
#ifdef FIXED
	while (c->first) {
#else
	if (c->first) {
#endif
		struct waiter *w = c->first;
		int tid = w->tid;
		c->first = w->next;
		set(&w->woken, 1);
		make_runnable(tid);
	}
}

#include "broadcast_test.h"
