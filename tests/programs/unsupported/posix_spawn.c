// SPDX-License-Identifier: MIT
// expect: error
// message: posix_spawn
// covers: unsupported posix_spawn
// A child process by posix_spawn.
#define _GNU_SOURCE
#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>

static void *run(void *arg)
{
	char *argv[] = {"true", NULL};
	pid_t child;

	if (posix_spawn(&child, "/bin/true", NULL, NULL, argv, NULL) == 0) /* HERE */
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
