// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 2
// schedules: all=4 everywhere=4
// covers: thesis 5.1.3 broadcast_test, lost wake-up
// cond_wait gives the mutex back before it is in the queue: a broadcast in between does not see it.
#include "futex.h"
#include "trusted.h"

struct cond {
	mutex_t guard;
	int waiter; /* one is enough for this test; 0: none */
	int woken;
};
static struct cond cond = {MUTEX_INIT, 0, 0};

static void enqueue(struct cond *c)
{
	mutex_lock(&c->guard);
	c->waiter = gettid();
	set(&c->woken, 0);
	mutex_unlock(&c->guard);
}

static void cond_wait(struct cond *c, mutex_t *m)
{
#ifdef FIXED
	enqueue(c);
	mutex_unlock(m);
#else
	mutex_unlock(m);
	enqueue(c);
#endif
	deschedule(&c->woken); /* BUG */
	mutex_lock(m);
}

static void cond_broadcast(struct cond *c)
{
	mutex_lock(&c->guard);
	if (c->waiter) {
		set(&c->woken, 1);
		make_runnable(c->waiter);
		c->waiter = 0;
	}
	mutex_unlock(&c->guard);
}

#include "broadcast_test.h"
