// SPDX-License-Identifier: MIT
// expect: error
// message: shared
// covers: unsupported shared_mutex
// A mutex that other processes may share.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock;

static void *run(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&lock, &attr); /* HERE */
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
