// SPDX-License-Identifier: MIT
// expect: ok
// covers: deadlock
// Opposite orders that cannot meet: kept apart by a gate, or by a join.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *gated(void *arg)
{
	pthread_mutex_lock(&gate);
	both(&b, &a);
	pthread_mutex_unlock(&gate);
	return arg;
}

static void *ungated(void *arg)
{
	both(&a, &b);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, gated, NULL);
	pthread_mutex_lock(&gate);
	both(&a, &b);
	pthread_mutex_unlock(&gate);
	pthread_join(t, NULL);
	pthread_create(&t, NULL, ungated, NULL);
	both(&a, &b);
	pthread_join(t, NULL);
	return 0;
}
