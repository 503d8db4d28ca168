// SPDX-License-Identifier: MIT
// expect: ok
// covers: mutex clocklock ETIMEDOUT EINVAL
// clocklock takes a clock of its own and refuses those that cannot be waited on.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *late(void *arg)
{
	struct timespec past = {0, 1};

	assert(pthread_mutex_clocklock(&lock, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
	assert(pthread_mutex_clocklock(&lock, CLOCK_REALTIME, &past) == ETIMEDOUT);
	assert(pthread_mutex_clocklock(&lock, CLOCK_PROCESS_CPUTIME_ID, &past) == EINVAL);
	return arg;
}

int main(void)
{
	struct timespec past = {0, 1};
	pthread_t t;

	assert(pthread_mutex_clocklock(&lock, CLOCK_MONOTONIC, &past) == 0);
	pthread_create(&t, NULL, late, NULL);
	pthread_join(t, NULL);
	assert(pthread_mutex_unlock(&lock) == 0);
	return 0;
}
