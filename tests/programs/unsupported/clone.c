// SPDX-License-Identifier: MIT
// expect: error
// message: \bclone\b
// covers: unsupported clone
// A thread that is not made by pthread_create.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

static int child(void *arg)
{
	(void)arg;
	return 0;
}

static void *run(void *arg)
{
	char *stack = malloc(65536);

	waitpid(clone(child, stack + 65536, SIGCHLD, NULL), NULL, 0); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
