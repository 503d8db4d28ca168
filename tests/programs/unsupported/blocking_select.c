// SPDX-License-Identifier: MIT
// expect: error
// message: \bselect\b
// covers: unsupported blocking_select
// select without a time limit on an empty pipe.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static void *run(void *arg)
{
	fd_set set;
	int fds[2];

	if (pipe(fds) == 0) {
		FD_ZERO(&set);
		FD_SET(fds[0], &set);
		select(fds[0] + 1, &set, NULL, NULL, NULL); /* HERE */
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
