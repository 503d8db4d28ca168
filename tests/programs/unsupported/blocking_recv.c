// SPDX-License-Identifier: MIT
// expect: error
// message: \brecv\b
// covers: unsupported blocking_recv
// Nobody has sent anything.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/socket.h>

static void *run(void *arg)
{
	int fds[2];
	char c;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0)
		recv(fds[0], &c, 1, 0); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
