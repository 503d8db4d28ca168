// SPDX-License-Identifier: MIT
// expect: error
// message: \bpopen\b
// covers: unsupported popen
// A child process by popen.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static void *run(void *arg)
{
	FILE *f = popen("true", "r"); /* HERE */

	if (f)
		pclose(f);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
