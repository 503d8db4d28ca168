// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: mutex timed ETIMEDOUT
// However far away the deadline is, a held mutex can make timedlock expire.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t held;

static void *hold(void *arg)
{
	pthread_mutex_lock(&lock);
	sem_post(&held);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	struct timespec deadline;
	pthread_t t;
	int err;

	sem_init(&held, 0, 0);
	pthread_create(&t, NULL, hold, NULL);
	sem_wait(&held);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 1000;
	err = pthread_mutex_timedlock(&lock, &deadline);
	assert(err == 0); /* BUG */
	if (err == 0)
		pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
