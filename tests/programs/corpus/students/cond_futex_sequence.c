// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 2
// schedules: all=3 everywhere=3
// covers: thesis 5.1.3 broadcast_test, futex, lost wake-up
// Sleeps until a count of signals changes. It must be read while the mutex is held; read after
// that, it may already be the one that the broadcast left.
#define BROADCAST_OUTSIDE
#include "futex.h"
#include "trusted.h"

struct cond {
	int sequence;
};
static struct cond cond;

static void cond_wait(struct cond *c, mutex_t *m)
{
#ifdef FIXED
	int seen = get(&c->sequence);
	mutex_unlock(m);
#else
	mutex_unlock(m);
	int seen = get(&c->sequence);
#endif
	futex_wait(&c->sequence, seen); /* BUG */
	mutex_lock(m);
}

static void cond_broadcast(struct cond *c)
{
	xadd(&c->sequence, 1);
	futex_wake(&c->sequence, 9);
}

#include "broadcast_test.h"
