// SPDX-License-Identifier: MIT
// expect: ok
// native: no (prints what differs from run to run)
// covers: deterministic clock getrandom rand
// Clocks and random numbers are the same in each run; the runner compares what is printed.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>

static void *show(void *arg)
{
	struct timespec t;
	struct timeval day;
	unsigned bytes = 0;

	clock_gettime(CLOCK_REALTIME, &t);
	printf("real %lld.%09ld\n", (long long)t.tv_sec, t.tv_nsec);
	clock_gettime(CLOCK_MONOTONIC, &t);
	printf("monotonic %lld.%09ld\n", (long long)t.tv_sec, t.tv_nsec);
	gettimeofday(&day, NULL);
	printf("day %lld.%06ld time %lld\n", (long long)day.tv_sec, (long)day.tv_usec,
	       (long long)time(NULL));
	if (getrandom(&bytes, sizeof(bytes), 0) == sizeof(bytes))
		printf("getrandom %u\n", bytes);
	if (getentropy(&bytes, sizeof(bytes)) == 0)
		printf("getentropy %u\n", bytes);
	printf("rand %d %ld\n", rand(), random());
	return arg;
}

int main(void)
{
	pthread_t t;

	show(NULL);
	pthread_create(&t, NULL, show, NULL);
	pthread_join(t, NULL);
	return 0;
}
