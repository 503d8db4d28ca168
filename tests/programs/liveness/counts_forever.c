// SPDX-License-Identifier: MIT
// expect: finding infinite-loop
// covers: infinite-loop
// A thread that writes memory for ever and waits for nobody.
#include <pthread.h>

static volatile unsigned counter;

static void *run(void *arg)
{
	for (;;)
		counter++; /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
