// SPDX-License-Identifier: MIT
// expect: ok
// covers: mutex errorcheck EDEADLK EPERM EBUSY
// An error-checking mutex reports misuse by its return value; a program may rely on that.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *other(void *arg)
{
	assert(pthread_mutex_unlock(&lock) == EPERM);
	assert(pthread_mutex_trylock(&lock) == EBUSY);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t attr;
	pthread_t t;

	pthread_mutexattr_init(&attr);
	assert(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK) == 0);
	assert(pthread_mutex_init(&lock, &attr) == 0);
	pthread_mutexattr_destroy(&attr);

	assert(pthread_mutex_unlock(&lock) == EPERM);
	assert(pthread_mutex_lock(&lock) == 0);
	assert(pthread_mutex_lock(&lock) == EDEADLK);
	assert(pthread_mutex_trylock(&lock) == EBUSY);
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	assert(pthread_mutex_unlock(&lock) == 0);
	assert(pthread_mutex_unlock(&lock) == EPERM);
	assert(pthread_mutex_destroy(&lock) == 0);
	return 0;
}
