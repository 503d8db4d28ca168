// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 3
// schedules: all=84 everywhere=84
// covers: thesis 5.1.3 paraguay, spurious wake-up
// A signal sets the flag of the waiter, then makes it runnable. The waiter may see the flag without
// having slept, go on, and wait for something else when make_runnable comes at last: it wakes up
// there, although nobody has signalled that. cond_wait has to look at its flag again.
#include "futex.h"
#include "trusted.h"
#include <assert.h>

struct waiter {
	int tid, woken;
};
struct cond {
	struct waiter *waiter; /* under the mutex of the test */
	struct waiter only;    /* the one that ever waits; it outlives the wait */
};
static struct cond first, second;
static mutex_t mutex = MUTEX_INIT;
static int waits;     /* for the first or the second time, or will when it gives the mutex back */
static int signalled; /* the second one was */

static void cond_wait(struct cond *c, mutex_t *m)
{
	struct waiter *me = &c->only;
	me->tid = gettid();
	c->waiter = me;
	mutex_unlock(m);
#ifdef FIXED
	while (!get(&me->woken))
		deschedule(&me->woken);
#else
	deschedule(&me->woken);
#endif
	mutex_lock(m);
}

static void cond_signal(struct cond *c, mutex_t *m, int time)
{
	mutex_lock(m);
	signalled = time == 2;
	struct waiter *w = c->waiter;
	c->waiter = NULL;
	mutex_unlock(m);
	if (w) {
		int tid = w->tid;
		set(&w->woken, 1);
		make_runnable(tid);
	}
}

static void waits_twice(void *arg)
{
	(void)arg;
	mutex_lock(&mutex);
	set(&waits, 1);
	cond_wait(&first, &mutex);
	set(&waits, 2);
	cond_wait(&second, &mutex);
	assert(signalled); /* BUG */
	mutex_unlock(&mutex);
}

/* Signals when the other thread waits there. */
static void signal_when(struct cond *c, int time)
{
	while (get(&waits) < time)
		yield(-1);
	cond_signal(c, &mutex, time);
}

int main(void)
{
	thread_fork(waits_twice, NULL);
	signal_when(&first, 1);
	signal_when(&second, 2);
	vanish();
}
