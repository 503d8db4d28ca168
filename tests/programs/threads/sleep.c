// SPDX-License-Identifier: MIT
// expect: ok
// covers: sleep usleep nanosleep
// Every way to sleep returns with all of the time slept, and refuses what is no time.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *doze(void *arg)
{
	struct timespec nap = {0, 1000}, left = {7, 7}, bad = {0, 1000000000};

	assert(sleep(0) == 0);
	assert(usleep(10) == 0);
	assert(nanosleep(&nap, NULL) == 0);
	assert(nanosleep(&nap, &left) == 0);
	assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL) == 0);
	errno = 0;
	assert(nanosleep(&bad, NULL) == -1 && errno == EINVAL);
	assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad, NULL) == EINVAL);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, doze, NULL);
	doze(NULL);
	pthread_join(t, NULL);
	return 0;
}
