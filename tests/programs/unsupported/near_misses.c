// SPDX-License-Identifier: MIT
// expect: ok
// covers: unsupported
// Relatives of what is not supported that are fine: they cannot block and touch no other process.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static void *run(void *arg)
{
	struct timeval none = {0, 0};
	int fds[2], pair[2];
	struct pollfd p;
	sigset_t set;
	char text[8];
	fd_set r;

	assert(pthread_kill(pthread_self(), 0) == 0);
	assert(kill(getpid(), 0) == 0);
	assert(signal(SIGUSR1, SIG_IGN) != SIG_ERR);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
	assert(alarm(0) == 0);

	assert(pipe(fds) == 0);
	p = (struct pollfd){.fd = fds[0], .events = POLLIN};
	assert(poll(&p, 1, 0) == 0);
	FD_ZERO(&r);
	FD_SET(fds[0], &r);
	assert(select(fds[0] + 1, &r, NULL, NULL, &none) == 0);
	assert(write(fds[1], "hello", 5) == 5);
	assert(poll(&p, 1, -1) == 1);
	assert(read(fds[0], text, sizeof(text)) == 5 && memcmp(text, "hello", 5) == 0);
	assert(fcntl(fds[0], F_SETFL, O_NONBLOCK) == 0);
	assert(read(fds[0], text, 1) == -1 && errno == EAGAIN);
	close(fds[1]);
	assert(read(fds[0], text, 1) == 0);
	close(fds[0]);

	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	assert(send(pair[0], "x", 1, 0) == 1);
	assert(recv(pair[1], text, 8, 0) == 1);
	assert(recv(pair[1], text, 8, MSG_DONTWAIT) == -1 && errno == EAGAIN);
	close(pair[0]);
	close(pair[1]);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
