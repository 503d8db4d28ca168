// SPDX-License-Identifier: MIT
// bug: livelock or infinite-loop
// preemptions: 1
// schedules: all=19 everywhere=19
// covers: GAMBIT Dekker
// Dekker's lock of two threads. Who leaves must give the turn to the other; without that the one
// whose turn it is not waits for it for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static atomic_int inside;

static void lock(int me)
{
	atomic_store(&wants[me], 1);
	while (atomic_load(&wants[!me])) {
		if (atomic_load(&turn) == me)
			continue;
		atomic_store(&wants[me], 0);
		while (atomic_load(&turn) != me) /* BUG */
			;
		atomic_store(&wants[me], 1);
	}
}

static void unlock(int me)
{
#ifdef FIXED
	atomic_store(&turn, !me);
#endif
	atomic_store(&wants[me], 0);
}

static void *run(void *arg)
{
	int me = arg != NULL;

	lock(me);
	assert(atomic_fetch_add(&inside, 1) == 0);
	atomic_fetch_sub(&inside, 1);
	unlock(me);
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
