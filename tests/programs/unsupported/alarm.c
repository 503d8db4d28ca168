// SPDX-License-Identifier: MIT
// expect: error
// message: \balarm\b
// covers: unsupported alarm
// A signal by real time.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static void *run(void *arg)
{
	alarm(1); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
