// SPDX-License-Identifier: MIT
// expect: error
// message: \bread\b
// covers: unsupported blocking_pipe
// A read from an empty pipe would stop all threads.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static int fds[2];

static void *run(void *arg)
{
	char c;

	if (read(fds[0], &c, 1) != 1) /* HERE */
		return NULL;
	return arg;
}

int main(void)
{
	pthread_t t;

	if (pipe(fds) != 0)
		return 1;
	pthread_create(&t, NULL, run, NULL);
	if (write(fds[1], "x", 1) != 1)
		return 1;
	pthread_join(t, NULL);
	return 0;
}
