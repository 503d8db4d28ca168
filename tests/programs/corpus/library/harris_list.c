// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=8 everywhere=8
// covers: GAMBIT lock-free list
// A lock-free list of indices. A node that is removed must first be marked, in the word that links
// its successor, so that nothing can be inserted behind it any more. Unlinked without a mark, it
// takes along what another thread inserts at that moment.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define MARK 16

static atomic_int next[4] = {1, 2, 0, 0}; /* head 0 -> 1 -> 2; index 0 ends the list */

static void *remove_one(void *arg)
{
	int behind = atomic_load(&next[1]), one = 1;

#ifdef FIXED
	while (!atomic_compare_exchange_strong(&next[1], &behind, behind | MARK))
		;
#endif
	atomic_compare_exchange_strong(&next[0], &one, behind); /* or an insertion has done it */
	return arg;
}

/* After node 1 if it is there, else after the head. */
static void insert_three(void)
{
	int behind = atomic_load(&next[1]);

	if (!(behind & MARK)) {
		atomic_store(&next[3], behind);
		if (atomic_compare_exchange_strong(&next[1], &behind, 3))
			return;
	}
	behind = atomic_load(&next[0]);
	do
		atomic_store(&next[3], behind == 1 ? 2 : behind);
	while (!atomic_compare_exchange_strong(&next[0], &behind, 3));
}

int main(void)
{
	pthread_t remover;
	bool found = false;

	pthread_create(&remover, NULL, remove_one, NULL);
	insert_three();
	pthread_join(remover, NULL);
	for (int n = atomic_load(&next[0]); n != 0; n = atomic_load(&next[n]) & ~MARK)
		found |= n == 3;
	assert(found); /* BUG */
	return 0;
}
