// SPDX-License-Identifier: MIT
// expect: error
// message: epoll_wait
// covers: unsupported blocking_epoll
// epoll_wait without a time limit on nothing.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/epoll.h>

static void *run(void *arg)
{
	struct epoll_event e;

	epoll_wait(epoll_create1(0), &e, 1, -1); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
