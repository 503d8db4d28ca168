// SPDX-License-Identifier: MIT
// bug: deadlock
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: a report of an evaluation: a bug that every mode finds
// Two locks are taken in two orders.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);  /* BUG */
	pthread_mutex_lock(second); /* BUG */
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *other(void *arg)
{
	(void)arg;
#ifdef FIXED
	both(&a, &b);
#else
	both(&b, &a);
#endif
	return NULL;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, other, NULL);
	both(&a, &b);
	pthread_join(thread, NULL); /* BUG */
	return 0;
}
