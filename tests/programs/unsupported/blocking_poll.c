// SPDX-License-Identifier: MIT
// expect: error
// message: \bpoll\b
// covers: unsupported blocking_poll
// poll without a time limit on an empty pipe.
#define _GNU_SOURCE
#include <pthread.h>
#include <poll.h>
#include <unistd.h>

static void *run(void *arg)
{
	struct pollfd p = {.events = POLLIN};
	int fds[2];

	if (pipe(fds) == 0) {
		p.fd = fds[0];
		poll(&p, 1, -1); /* HERE */
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
