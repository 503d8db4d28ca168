// SPDX-License-Identifier: MIT
// expect: finding infinite-loop
// covers: infinite-loop
// Spins on a flag that the other thread has failed to set.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int asked, ready;

static void *set(void *arg)
{
	if (atomic_load(&asked))
		atomic_store(&ready, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, set, NULL);
	atomic_store(&asked, 1);
	while (!atomic_load(&ready)) /* BUG */
		;
	pthread_join(t, NULL);
	return 0;
}
