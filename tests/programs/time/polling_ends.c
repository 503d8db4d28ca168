// SPDX-License-Identifier: MIT
// expect: ok
// covers: clock_gettime virtual-time
// A loop that polls the clock until a deadline comes to an end: looking at the clock takes time.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *poll_clock(void *arg)
{
	long long end = now() + 10000;

	while (now() < end)
		;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, poll_clock, NULL);
	pthread_join(t, NULL);
	return 0;
}
