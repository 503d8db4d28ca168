// SPDX-License-Identifier: MIT
// expect: ok
// covers: cond timedwait clockwait ETIMEDOUT EINVAL
// A timed wait ends by signal or by time, holds the mutex afterwards, and leaves it on EINVAL.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int flag;

static void *set(void *arg)
{
	pthread_mutex_lock(&lock);
	flag = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	struct timespec past = {1, 0}, no_time = {1, 1000000000}, soon;
	int err = 0;
	pthread_t t;

	pthread_mutex_lock(&lock);
	assert(pthread_cond_timedwait(&cond, &lock, &no_time) == EINVAL);
	assert(pthread_cond_timedwait(&cond, &lock, &past) == ETIMEDOUT);
	assert(pthread_mutex_lock(&lock) == EDEADLK);
	assert(pthread_cond_clockwait(&cond, &lock, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
	assert(pthread_mutex_lock(&lock) == EDEADLK);

	pthread_create(&t, NULL, set, NULL);
	clock_gettime(CLOCK_REALTIME, &soon);
	soon.tv_sec += 1;
	while (!flag && err == 0)
		err = pthread_cond_timedwait(&cond, &lock, &soon);
	assert(flag || err == ETIMEDOUT);
	assert(pthread_mutex_lock(&lock) == EDEADLK);
	assert(pthread_mutex_unlock(&lock) == 0);
	pthread_join(t, NULL);
	assert(flag);
	return 0;
}
