/* SPDX-License-Identifier: MIT */
/*
 * broadcast_test of the thesis, §5.1.3, and with WAITERS 2 broadcast_two_waiters: main says that it
 * is ready, and whoever waits for that has to wake up. Wants `cond`, cond_wait() and
 * cond_broadcast().
 */
#ifndef WAITERS
#define WAITERS 1
#endif

static mutex_t mutex = MUTEX_INIT;
static int ready;

static void waiter(void *arg)
{
	(void)arg;
	mutex_lock(&mutex);
	while (!ready)
		cond_wait(&cond, &mutex);
	mutex_unlock(&mutex);
}

int main(void)
{
	for (int i = 0; i < WAITERS; i++)
		thread_fork(waiter, NULL);
	mutex_lock(&mutex);
	ready = 1;
#ifdef BROADCAST_OUTSIDE
	mutex_unlock(&mutex);
	cond_broadcast(&cond);
#else
	cond_broadcast(&cond);
	mutex_unlock(&mutex);
#endif
	vanish();
}
