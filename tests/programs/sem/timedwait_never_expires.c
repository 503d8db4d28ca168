// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: sem timedwait ETIMEDOUT
// The post can come after the deadline.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t sem;

static void *post(void *arg)
{
	sem_post(&sem);
	return arg;
}

int main(void)
{
	struct timespec deadline;
	pthread_t t;
	int r;

	sem_init(&sem, 0, 0);
	pthread_create(&t, NULL, post, NULL);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 1000;
	r = sem_timedwait(&sem, &deadline);
	assert(r == 0); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
