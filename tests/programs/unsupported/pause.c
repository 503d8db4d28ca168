// SPDX-License-Identifier: MIT
// expect: error
// message: \bpause\b
// covers: unsupported pause
// pause waits for a signal.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static void *run(void *arg)
{
	pause(); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
