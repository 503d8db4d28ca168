// SPDX-License-Identifier: MIT
// expect: ok
// native: no (sleeps for an hour)
// covers: clock_gettime sleep virtual-time
// An hour of sleep takes no time, yet every clock says that it has passed.
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void *sleeper(void *arg)
{
	struct timespec before, after, nap = {100, 0};
	struct timeval day_before, day_after;
	time_t seconds = time(NULL);

	clock_gettime(CLOCK_MONOTONIC, &before);
	gettimeofday(&day_before, NULL);
	assert(sleep(3600) == 0);
	clock_gettime(CLOCK_MONOTONIC, &after);
	gettimeofday(&day_after, NULL);
	assert(after.tv_sec - before.tv_sec >= 3600);
	assert(day_after.tv_sec - day_before.tv_sec >= 3600);
	assert(time(NULL) - seconds >= 3600);

	assert(nanosleep(&nap, NULL) == 0);
	assert(usleep(999999) == 0);
	before = after;
	clock_gettime(CLOCK_MONOTONIC, &after);
	assert(after.tv_sec - before.tv_sec >= 100);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, sleeper, NULL);
	sleeper(NULL);
	pthread_join(t, NULL);
	return 0;
}
