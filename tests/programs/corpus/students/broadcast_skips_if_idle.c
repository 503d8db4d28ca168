// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 2
// schedules: all=3 everywhere=3
// covers: thesis 5.1.3 broadcast_test
// To save a system call, broadcast looks whether anybody waits; the waiter counts itself only after
// it has given the mutex back.
#define BROADCAST_OUTSIDE
#include "futex.h"
#include "trusted.h"

struct cond {
	int sequence, waiters;
};
static struct cond cond;

static void cond_wait(struct cond *c, mutex_t *m)
{
	int seen = get(&c->sequence);
#ifdef FIXED
	xadd(&c->waiters, 1);
	mutex_unlock(m);
#else
	mutex_unlock(m);
	xadd(&c->waiters, 1);
#endif
	futex_wait(&c->sequence, seen); /* BUG */
	xadd(&c->waiters, -1);
	mutex_lock(m);
}

static void cond_broadcast(struct cond *c)
{
	if (!get(&c->waiters))
		return;
	xadd(&c->sequence, 1);
	futex_wake(&c->sequence, 9);
}

#include "broadcast_test.h"
