// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=38 everywhere=38
// covers: GAMBIT Lamport bakery
// Lamport's bakery: each takes a number one above the others' and waits for smaller ones. Who is
// still choosing must be waited for: its number may turn out smaller, or equal with the right of
// way.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int choosing[2], number[2];
static atomic_int inside;

static void lock(int me)
{
	int other = !me, theirs;

	atomic_store(&choosing[me], 1);
	int mine = atomic_load(&number[other]) + 1;
	atomic_store(&number[me], mine);
	atomic_store(&choosing[me], 0);
#ifdef FIXED
	while (atomic_load(&choosing[other]))
		;
#endif
	while ((theirs = atomic_load(&number[other])) != 0 &&
	       (theirs < mine || (theirs == mine && other < me)))
		;
}

static void *run(void *arg)
{
	int me = arg != NULL;

	lock(me);
	assert(atomic_fetch_add(&inside, 1) == 0); /* BUG */
	atomic_fetch_sub(&inside, 1);
	atomic_store(&number[me], 0);
	return arg;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, run, number);
	run(NULL);
	pthread_join(other, NULL);
	return 0;
}
