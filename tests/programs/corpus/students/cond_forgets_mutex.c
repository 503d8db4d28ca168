// SPDX-License-Identifier: MIT
// bug: sync-misuse or assertion
// preemptions: 2
// schedules: all=4 everywhere=4
// covers: condition variable, the mutex after a wait
// A wait that need not sleep, because the signal was faster, returns without the mutex.
#include "futex.h"
#include "trusted.h"

struct cond {
	int waiter, woken;
};
static struct cond cond;

static void cond_wait(struct cond *c, mutex_t *m)
{
	c->waiter = gettid();
	set(&c->woken, 0);
	mutex_unlock(m);
#ifndef FIXED
	if (get(&c->woken))
		return;
#endif
	deschedule(&c->woken);
	mutex_lock(m);
}

static void cond_signal(struct cond *c)
{
	if (!c->waiter)
		return;
	set(&c->woken, 1);
	make_runnable(c->waiter);
	c->waiter = 0;
}

static mutex_t mutex = MUTEX_INIT;
static int ready;

static void waiter(void *arg)
{
	(void)arg;
	mutex_lock(&mutex);
	while (!ready)
		cond_wait(&cond, &mutex);
	mutex_unlock(&mutex); /* BUG */
}

int main(void)
{
	thread_fork(waiter, NULL);
	mutex_lock(&mutex);
	ready = 1;
	cond_signal(&cond);
	mutex_unlock(&mutex);
	vanish();
}
