// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 2
// schedules: all=4 everywhere=4
// covers: thesis 5.1.3 broadcast_test, lost wake-up, deschedule
// The waiter is in the queue and has given the mutex back, but does not sleep yet: it cannot be
// made runnable, and nothing tells it later not to sleep.
#include "futex.h"
#include "trusted.h"

struct cond {
	int waiter; /* under the mutex of the test; 0: none */
	int woken;
};
static struct cond cond;

static void cond_wait(struct cond *c, mutex_t *m)
{
	c->waiter = gettid();
	set(&c->woken, 0);
	mutex_unlock(m);
#ifdef FIXED
	deschedule(&c->woken);
#else
	int never = 0;
	deschedule(&never); /* BUG */
#endif
	mutex_lock(m);
}

static void cond_broadcast(struct cond *c)
{
	if (!c->waiter)
		return;
	set(&c->woken, 1);
	make_runnable(c->waiter);
	c->waiter = 0;
}

#include "broadcast_test.h"
