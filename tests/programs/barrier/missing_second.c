// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: barrier
// One barrier separates write from read, but nothing separates the read from the next write.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int value[2];

static void *run(void *arg)
{
	int me = arg != NULL;

	for (int round = 1; round <= 2; round++) {
		atomic_store(&value[me], round);
		pthread_barrier_wait(&barrier);
		assert(atomic_load(&value[!me]) == round); /* BUG */
	}
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&t, NULL, run, (void *)1);
	run(NULL);
	pthread_join(t, NULL);
	return 0;
}
