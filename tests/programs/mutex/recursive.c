// SPDX-License-Identifier: MIT
// expect: ok
// covers: mutex recursive trylock
// A recursive mutex counts; others get it only after as many unlocks, and may not unlock it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static pthread_barrier_t step;

static void *other(void *arg)
{
	pthread_barrier_wait(&step); /* held twice */
	assert(pthread_mutex_trylock(&lock) == EBUSY);
	assert(pthread_mutex_unlock(&lock) == EPERM);
	pthread_barrier_wait(&step);
	pthread_barrier_wait(&step); /* held once */
	assert(pthread_mutex_trylock(&lock) == EBUSY);
	pthread_barrier_wait(&step);
	assert(pthread_mutex_lock(&lock) == 0);
	assert(pthread_mutex_trylock(&lock) == 0);
	assert(pthread_mutex_unlock(&lock) == 0);
	assert(pthread_mutex_unlock(&lock) == 0);
	assert(pthread_mutex_unlock(&lock) == EPERM);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t attr;
	pthread_t t;

	pthread_mutexattr_init(&attr);
	assert(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE) == 0);
	assert(pthread_mutex_init(&lock, &attr) == 0);
	pthread_mutexattr_destroy(&attr);
	pthread_barrier_init(&step, NULL, 2);
	pthread_create(&t, NULL, other, NULL);

	assert(pthread_mutex_lock(&lock) == 0);
	assert(pthread_mutex_lock(&lock) == 0);
	pthread_barrier_wait(&step);
	pthread_barrier_wait(&step);
	assert(pthread_mutex_unlock(&lock) == 0);
	pthread_barrier_wait(&step);
	pthread_barrier_wait(&step);
	assert(pthread_mutex_unlock(&lock) == 0);
	pthread_join(t, NULL);
	assert(pthread_mutex_destroy(&lock) == 0);
	return 0;
}
