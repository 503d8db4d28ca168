// SPDX-License-Identifier: MIT
// expect: error
// message: setitimer
// covers: unsupported setitimer
// A signal by real time.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/time.h>

static void *run(void *arg)
{
	struct itimerval soon = {{0, 0}, {1, 0}};

	setitimer(ITIMER_REAL, &soon, NULL); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
