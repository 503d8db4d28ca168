// SPDX-License-Identifier: MIT
// expect: error
// message: sigwait
// covers: unsupported sigwait
// Waiting for a signal that only another process can send.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

static void *run(void *arg)
{
	sigset_t set;
	int sig;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	sigwait(&set, &sig); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
