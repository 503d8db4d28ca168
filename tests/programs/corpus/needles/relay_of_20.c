// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 0
// schedules: all=1 everywhere=1
// covers: needle 20-thread reordering
// A relay of twenty threads: each takes the baton from the one before if it is there. Only if every
// thread runs before its predecessor does nobody get it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 20

static atomic_int baton[THREADS + 1];
static atomic_int *const first = &baton[0];

static void *run(void *arg)
{
	atomic_int *mine = arg;

	atomic_store(mine + 1, atomic_load(mine));
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	atomic_store(first, 1);
	for (int i = 0; i < THREADS; i++) {
		pthread_create(&threads[i], NULL, run, &baton[i]);
#ifdef FIXED
		pthread_join(threads[i], NULL);
#endif
	}
#ifndef FIXED
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
#endif
	assert(atomic_load(&baton[THREADS])); /* BUG */
	return 0;
}
