// SPDX-License-Identifier: MIT
// expect: finding abort
// covers: abort signal-handlers
// A handler for SIGABRT does not hide that the program aborts.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static void on_abort(int sig)
{
	(void)sig;
}

static void *run(void *arg)
{
	(void)arg;
	abort(); /* BUG */
}

int main(void)
{
	pthread_t t;

	signal(SIGABRT, on_abort);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
