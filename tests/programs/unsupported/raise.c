// SPDX-License-Identifier: MIT
// expect: error
// message: \braise\b
// covers: unsupported raise
// A signal handler would run in the middle of the thread.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

static void on_signal(int sig)
{
	(void)sig;
}

static void *run(void *arg)
{
	raise(SIGUSR1); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	signal(SIGUSR1, on_signal);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
