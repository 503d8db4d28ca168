// SPDX-License-Identifier: MIT
// expect: ok
// covers: spin clock time
// Loops until some time has passed: each round finds another time, so it is no livelock.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void *wait_for_it(void *arg)
{
	time_t end = time(NULL) + 2;
	struct timespec now, start;

	while (time(NULL) < end)
		sched_yield();
	clock_gettime(CLOCK_MONOTONIC, &start);
	do {
		clock_gettime(CLOCK_MONOTONIC, &now);
		sched_yield();
	} while (now.tv_sec < start.tv_sec + 1);
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &start);
	do {
		syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
		sched_yield();
	} while (now.tv_nsec / 10000 == start.tv_nsec / 10000);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, wait_for_it, NULL);
	pthread_join(thread, NULL);
	return 0;
}
