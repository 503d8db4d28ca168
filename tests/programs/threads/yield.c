// SPDX-License-Identifier: MIT
// expect: ok
// covers: sched_yield
// Waiting in a loop with sched_yield ends, because the other thread gets its turn.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int turn;

static void *play(void *arg)
{
	int me = arg != NULL;

	for (int i = 0; i < 3; i++) {
		while (atomic_load(&turn) != me)
			assert(sched_yield() == 0);
		atomic_store(&turn, !me);
	}
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, play, (void *)1);
	play(NULL);
	pthread_join(t, NULL);
	assert(atomic_load(&turn) == 0);
	return 0;
}
