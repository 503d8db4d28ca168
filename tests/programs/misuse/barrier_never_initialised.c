// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: initiali[sz]ed
// covers: sync-misuse uninitialised
// A barrier without pthread_barrier_init: there is no static initialiser for one.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *arg)
{
	pthread_barrier_wait(&barrier); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
