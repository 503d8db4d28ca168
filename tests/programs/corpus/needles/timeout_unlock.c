// SPDX-License-Identifier: MIT
// bug: sync-misuse
// preemptions: 2
// schedules: all=3 everywhere=3
// covers: needle time-out
// The lock is asked for with a deadline, and given back in any case: if the time was up before, it
// is somebody else's.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *holder(void *arg)
{
	pthread_mutex_lock(&lock);
	value++;
	pthread_mutex_unlock(&lock); /* BUG */
	return arg;
}

int main(void)
{
	struct timespec deadline;
	pthread_t t;

	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 60;
	pthread_create(&t, NULL, holder, NULL);
#ifdef FIXED
	if (pthread_mutex_timedlock(&lock, &deadline) == 0)
		pthread_mutex_unlock(&lock);
#else
	if (pthread_mutex_timedlock(&lock, &deadline) == 0)
		value++;
	pthread_mutex_unlock(&lock); /* BUG */
#endif
	pthread_join(t, NULL);
	return 0;
}
