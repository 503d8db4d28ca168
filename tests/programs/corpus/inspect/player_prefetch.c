// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=7 everywhere=7
// misses: sync-only single (the switch is needed at a racing access)
// covers: inspect table 2, tplay: one thread reads ahead, the other one plays
// The reader says how much is in the buffer before it has put it there.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define BLOCKS 2

static int buffer[BLOCKS];
static atomic_int ready;

static void *prefetch(void *arg)
{
	for (int i = 0; i < BLOCKS; i++) {
#ifdef FIXED
		buffer[i] = i + 1;
		atomic_fetch_add(&ready, 1);
#else
		atomic_fetch_add(&ready, 1);
		buffer[i] = i + 1;
#endif
	}
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, prefetch, NULL);
	for (int i = 0; i < BLOCKS; i++) {
		while (atomic_load(&ready) <= i)
			sched_yield();
		assert(buffer[i] == i + 1); /* BUG */
	}
	pthread_join(t, NULL);
	return 0;
}
