// SPDX-License-Identifier: MIT
// expect: error
// message: \bfork\b
// covers: unsupported fork
// A forked child would be outside our control.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void *run(void *arg)
{
	pid_t child = fork(); /* HERE */

	if (child == 0)
		_exit(0);
	waitpid(child, NULL, 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
