// SPDX-License-Identifier: MIT
// expect: error
// message: \bkill\b
// covers: unsupported kill
// A signal to the own process comes at any time.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *run(void *arg)
{
	kill(getpid(), SIGUSR1); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	signal(SIGUSR1, SIG_IGN);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
