// SPDX-License-Identifier: MIT
// expect: finding assertion
// options: --schedule=random:1 --executions=2000
// covers: cond timedwait ETIMEDOUT
// A wait can expire although the flag is set by the time that the mutex is held again.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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
	struct timespec deadline;
	int err = 0;
	pthread_t t;

	pthread_mutex_lock(&lock);
	pthread_create(&t, NULL, set, NULL);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 1;
	while (!flag && err == 0)
		err = pthread_cond_timedwait(&cond, &lock, &deadline);
	if (err == ETIMEDOUT)
		assert(!flag); /* BUG */
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
