// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=3 everywhere=3
// covers: GAMBIT elimination exchanger
// The slot of an elimination stack: a push lays its item there for a pop to take and, if none
// comes, takes it back. Taken back by a look and a store, the item can go two ways.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { EMPTY, OFFERED, TAKEN };

static atomic_int slot;
static int popped, pushed;

/* Has a pop taken the item? */
static bool offer(void)
{
	atomic_store(&slot, OFFERED);
#ifdef FIXED
	int expected = OFFERED;
	return !atomic_compare_exchange_strong(&slot, &expected, EMPTY);
#else
	if (atomic_load(&slot) == TAKEN)
		return true;
	atomic_store(&slot, EMPTY);
	return false;
#endif
}

static void *pop(void *arg)
{
	int expected = OFFERED;

	if (atomic_compare_exchange_strong(&slot, &expected, TAKEN))
		popped++;
	return arg;
}

int main(void)
{
	pthread_t popper;

	pthread_create(&popper, NULL, pop, NULL);
	if (!offer())
		pushed++; /* on the stack */
	pthread_join(popper, NULL);
	assert(pushed + popped == 1); /* BUG */
	return 0;
}
