// SPDX-License-Identifier: MIT
// expect: error
// message: pthread_kill
// covers: unsupported pthread_kill
// A signal to another thread comes at any time.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

static void *run(void *arg)
{
	pthread_kill(*(pthread_t *)arg, SIGUSR1); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_t self = pthread_self();

	signal(SIGUSR1, SIG_IGN);
	pthread_create(&t, NULL, run, &self);
	pthread_join(t, NULL);
	return 0;
}
