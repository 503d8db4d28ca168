// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=1000
// covers: reset file-descriptors
// A descriptor that one execution leaves open is closed for the next one.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int next_free;

static void *leave_open(void *arg)
{
	int fds[2];

	assert(open("/dev/null", O_RDONLY) == next_free);
	assert(pipe(fds) == 0 && fds[0] == next_free + 1 && fds[1] == next_free + 2);
	assert(fopen("/dev/null", "r") != NULL);
	return arg;
}

int main(void)
{
	pthread_t t;

	next_free = dup(0);
	assert(next_free > 2);
	close(next_free);
	pthread_create(&t, NULL, leave_open, NULL);
	pthread_join(t, NULL);
	return 0;
}
