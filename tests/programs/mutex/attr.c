// SPDX-License-Identifier: MIT
// expect: ok
// covers: mutex attributes
// Types and protocols can be set, read back and used; what is no type is refused.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *use(void *arg)
{
	pthread_mutex_t *m = arg;

	assert(pthread_mutex_lock(m) == 0);
	assert(pthread_mutex_unlock(m) == 0);
	return NULL;
}

int main(void)
{
	pthread_mutexattr_t attr;
	pthread_mutex_t m;
	pthread_t t;
	int value;

	assert(pthread_mutexattr_init(&attr) == 0);
	assert(pthread_mutexattr_gettype(&attr, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
	assert(pthread_mutexattr_settype(&attr, 77) == EINVAL);
	assert(pthread_mutexattr_getpshared(&attr, &value) == 0);
	assert(value == PTHREAD_PROCESS_PRIVATE);
	assert(pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_PRIVATE) == 0);
	assert(pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT) == 0);
	assert(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK) == 0);
	assert(pthread_mutexattr_gettype(&attr, &value) == 0);
	assert(value == PTHREAD_MUTEX_ERRORCHECK);
	assert(pthread_mutex_init(&m, &attr) == 0);
	assert(pthread_mutexattr_destroy(&attr) == 0);

	pthread_create(&t, NULL, use, &m);
	assert(pthread_mutex_lock(&m) == 0);
	assert(pthread_mutex_lock(&m) == EDEADLK);
	assert(pthread_mutex_unlock(&m) == 0);
	pthread_join(t, NULL);
	assert(pthread_mutex_destroy(&m) == 0);
	return 0;
}
