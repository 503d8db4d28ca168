// SPDX-License-Identifier: MIT
// bug: assertion or infinite-loop
// preemptions: 1
// schedules: all=473 everywhere=473
// covers: GAMBIT Szymanski
// Szymanski's lock: a waiting room with two doors; those inside leave it in the order of their
// numbers. Without that order two threads that came in together go on together, or one of them has
// left before the other has seen it pass.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { OUTSIDE, KNOCKS, WAITS, IN_DOORWAY, INSIDE };

static atomic_int flag[2];
static atomic_int inside;

static void lock(int me)
{
	int other = !me;

	atomic_store(&flag[me], KNOCKS);
	while (atomic_load(&flag[other]) >= IN_DOORWAY)
		;
	atomic_store(&flag[me], IN_DOORWAY);
	if (atomic_load(&flag[other]) == KNOCKS) {
		atomic_store(&flag[me], WAITS);
		while (atomic_load(&flag[other]) != INSIDE) /* BUG */
			;
	}
	atomic_store(&flag[me], INSIDE);
#ifdef FIXED
	while (other < me && atomic_load(&flag[other]) >= WAITS)
		;
#endif
}

static void unlock(int me)
{
	int other = !me, theirs;

	while (other > me &&
	       (theirs = atomic_load(&flag[other]), theirs == WAITS || theirs == IN_DOORWAY))
		;
	atomic_store(&flag[me], OUTSIDE);
}

static void *run(void *arg)
{
	int me = arg != NULL;

	lock(me);
	assert(atomic_fetch_add(&inside, 1) == 0); /* BUG */
	atomic_fetch_sub(&inside, 1);
	unlock(me);
	return arg;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, run, flag);
	run(NULL);
	pthread_join(other, NULL);
	return 0;
}
