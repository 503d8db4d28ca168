// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: cond timedwait ETIMEDOUT
// The signal can come after the deadline, however far away that is.
#include <assert.h>
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

	pthread_create(&t, NULL, set, NULL);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 1000;
	pthread_mutex_lock(&lock);
	while (!flag && err == 0)
		err = pthread_cond_timedwait(&cond, &lock, &deadline);
	assert(flag); /* BUG */
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
