// SPDX-License-Identifier: MIT
// expect: ok
// covers: cond attributes clock
// The clock of a condition variable is chosen by its attributes.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond;
static int flag;

static void *set(void *arg)
{
	pthread_mutex_lock(&lock);
	flag = 1;
	pthread_cond_broadcast(&cond);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_condattr_t attr;
	struct timespec deadline, now;
	clockid_t clock;
	int err = 0;
	pthread_t t;

	assert(pthread_condattr_init(&attr) == 0);
	assert(pthread_condattr_setclock(&attr, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
	assert(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
	assert(pthread_condattr_getclock(&attr, &clock) == 0 && clock == CLOCK_MONOTONIC);
	assert(pthread_cond_init(&cond, &attr) == 0);
	assert(pthread_condattr_destroy(&attr) == 0);

	pthread_create(&t, NULL, set, NULL);
	clock_gettime(CLOCK_MONOTONIC, &deadline);
	deadline.tv_sec += 1;
	pthread_mutex_lock(&lock);
	while (!flag && err == 0)
		err = pthread_cond_timedwait(&cond, &lock, &deadline);
	pthread_mutex_unlock(&lock);
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (err == ETIMEDOUT)
		assert(now.tv_sec > deadline.tv_sec ||
		       (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec));
	pthread_join(t, NULL);
	assert(pthread_cond_destroy(&cond) == 0);
	return 0;
}
