// SPDX-License-Identifier: MIT
// expect: error
// message: \bsystem\b
// covers: unsupported system
// A child process by system.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static void *run(void *arg)
{
	if (system("true") != 0) /* HERE */
		abort();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
