// SPDX-License-Identifier: MIT
// expect: finding segfault
// message: SIGFPE|[Dd]ivi
// covers: segfault SIGFPE
// An integer division by zero.
#include <pthread.h>
#include <stdlib.h>

static volatile int zero;

static void *run(void *arg)
{
	zero = 10 / zero; /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
