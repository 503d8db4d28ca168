// SPDX-License-Identifier: MIT
// expect: ok
// covers: infinite-loop
// Spinning without a yield on a flag that comes is no infinite loop.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *set(void *arg)
{
	atomic_store(&ready, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, set, NULL);
	while (!atomic_load(&ready))
		;
	pthread_join(t, NULL);
	return 0;
}
