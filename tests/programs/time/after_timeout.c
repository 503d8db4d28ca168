// SPDX-License-Identifier: MIT
// expect: ok
// covers: timedwait virtual-time
// Whoever was told ETIMEDOUT finds the deadline passed on the clock that it was set on.
#include <assert.h>
#include <errno.h>
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
	struct timespec deadline, now;
	pthread_t t;

	sem_init(&sem, 0, 0);
	pthread_create(&t, NULL, post, NULL);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 2;
	if (sem_timedwait(&sem, &deadline) == -1) {
		assert(errno == ETIMEDOUT);
		clock_gettime(CLOCK_REALTIME, &now);
		assert(now.tv_sec > deadline.tv_sec ||
		       (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec));
	}
	pthread_join(t, NULL);
	return 0;
}
