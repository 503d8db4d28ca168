// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=4 everywhere=4
// misses: sync-only single (needs a data-race preemption point)
// covers: GAMBIT double-checked init
// Double-checked initialisation that says "ready" before it is: who takes the short way finds
// nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int value;

static int get(void)
{
	if (!atomic_load(&ready)) {
		pthread_mutex_lock(&lock);
		if (!atomic_load(&ready)) {
#ifdef FIXED
			value = 42;
			atomic_store(&ready, 1);
#else
			atomic_store(&ready, 1);
			value = 42;
#endif
		}
		pthread_mutex_unlock(&lock);
	}
	return value;
}

static void *run(void *arg)
{
	assert(get() == 42); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, run, NULL);
	run(NULL);
	pthread_join(other, NULL);
	return 0;
}
