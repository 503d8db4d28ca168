// SPDX-License-Identifier: MIT
// bug: livelock
// preemptions: 0
// schedules: all=64 everywhere=64
// covers: GAMBIT barrier
// A spinning barrier that is used twice. The last to arrive sets the count back to 0 and the others
// wait for the 0. A fast thread is in the second round, and has counted itself, before a slow one
// looks. Then both wait for ever; waiting for a change of the round cannot miss it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 2

static atomic_int arrived, round_number;
static atomic_int work[2];

static void barrier_wait(void)
{
#ifdef FIXED
	int mine = atomic_load(&round_number);
#endif
	if (atomic_fetch_add(&arrived, 1) + 1 == THREADS) {
		atomic_store(&arrived, 0);
		atomic_fetch_add(&round_number, 1);
		return;
	}
#ifdef FIXED
	while (atomic_load(&round_number) == mine)
		;
#else
	while (atomic_load(&arrived) != 0) /* BUG */
		;
#endif
}

static void *run(void *arg)
{
	for (int i = 0; i < 2; i++) {
		atomic_fetch_add(&work[i], 1);
		barrier_wait();
		assert(atomic_load(&work[i]) == THREADS);
	}
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
