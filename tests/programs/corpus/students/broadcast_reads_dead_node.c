// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 2
// schedules: all=50 everywhere=50
// covers: thesis 5.1.3 broadcast_two_waiters, broadcast that walks a list of those it wakes
// Each waiter brings its place in the queue and frees it when it is awake. broadcast, without the
// mutex, looks for the next one in a place whose owner it has woken.
#define WAITERS 2
#define BROADCAST_OUTSIDE
#include "futex.h"
#include "trusted.h"

struct waiter {
	int tid, woken;
	struct waiter *next;
};
struct cond {
	mutex_t guard;
	struct waiter *first;
};
static struct cond cond = {MUTEX_INIT, NULL};

static void cond_wait(struct cond *c, mutex_t *m)
{
	struct waiter *me = malloc(sizeof(*me));
	*me = (struct waiter){.tid = gettid()};
	mutex_lock(&c->guard);
	me->next = c->first;
	c->first = me;
	mutex_unlock(&c->guard);
	mutex_unlock(m);
	deschedule(&me->woken);
	free(me);
	mutex_lock(m);
}

static void cond_broadcast(struct cond *c)
{
	struct waiter *w, *next;
	mutex_lock(&c->guard);
	w = c->first;
	c->first = NULL;
	mutex_unlock(&c->guard);
	for (; w; w = next) {
		int tid = w->tid;
#ifdef FIXED
		next = w->next;
		set(&w->woken, 1);
		make_runnable(tid);
#else
		set(&w->woken, 1);
		make_runnable(tid);
		next = w->next; /* BUG */
#endif
	}
}

#include "broadcast_test.h"
