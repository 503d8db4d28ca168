/* SPDX-License-Identifier: MIT */
/* spawn_loop N PROG: starts PROG N times, one after the other, and prints how many a second. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	int n = atoi(argv[1]);
	double start = now();
	for (int i = 0; i < n; i++) {
		pid_t pid;
		int status;
		if (posix_spawn(&pid, argv[2], NULL, NULL, argv + 2, environ) ||
		    waitpid(pid, &status, 0) != pid || status)
			return 1;
	}
	printf("%.0f\n", n / (now() - start));
	return 0;
}
