// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=4 everywhere=4
// covers: needle time-out
// A wait that has timed out means that nothing came, says the code. But the item can come after the
// time was up and before the mutex is held again: the condition decides, not the result of the
// wait.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static bool item, gave_up;

static void *produce(void *arg)
{
	pthread_mutex_lock(&lock);
	if (!gave_up) {
		item = true;
		pthread_cond_signal(&filled);
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	struct timespec deadline;
	pthread_t t;
	int error = 0;

	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 60;
	pthread_create(&t, NULL, produce, NULL);
	pthread_mutex_lock(&lock);
	while (!item && error == 0)
		error = pthread_cond_timedwait(&filled, &lock, &deadline);
#ifdef FIXED
	gave_up = !item;
#else
	gave_up = error == ETIMEDOUT;
#endif
	assert(!(gave_up && item)); /* BUG */
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
