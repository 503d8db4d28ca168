// SPDX-License-Identifier: MIT
// expect: ok
// covers: deadlock trylock
// Opposite order, but the second lock is only tried: no deadlock.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	while (pthread_mutex_trylock(second) != 0) {
		pthread_mutex_unlock(first);
		sched_yield();
		pthread_mutex_lock(first);
	}
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *run(void *arg)
{
	both(&b, &a);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	both(&a, &b);
	pthread_join(t, NULL);
	return 0;
}
