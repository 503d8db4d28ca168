// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=12 everywhere=12
// covers: GAMBIT Peterson
// Peterson's lock of two threads. The turn must be given away after one's own wish is known; the
// other way round both can enter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static atomic_int inside;

static void lock(int me)
{
#ifdef FIXED
	atomic_store(&wants[me], 1);
	atomic_store(&turn, !me);
#else
	atomic_store(&turn, !me);
	atomic_store(&wants[me], 1);
#endif
	while (atomic_load(&wants[!me]) && atomic_load(&turn) == !me)
		;
}

static void *run(void *arg)
{
	int me = arg != NULL;

	lock(me);
	assert(atomic_fetch_add(&inside, 1) == 0); /* BUG */
	atomic_fetch_sub(&inside, 1);
	atomic_store(&wants[me], 0);
	return arg;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, run, &inside);
	run(NULL);
	pthread_join(other, NULL);
	return 0;
}
