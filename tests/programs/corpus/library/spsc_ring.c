// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=4 everywhere=4
// misses: sync-only single (needs a data-race preemption point)
// covers: GAMBIT ring buffer
// A ring buffer for one producer and one consumer. The producer moves the tail before it has
// written the slot, so that the consumer reads what was there before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SIZE 2

static int slots[SIZE];
static atomic_uint head, tail;

static void push(int value)
{
	unsigned t = atomic_load(&tail);

#ifdef FIXED
	slots[t % SIZE] = value;
	atomic_store(&tail, t + 1);
#else
	atomic_store(&tail, t + 1);
	slots[t % SIZE] = value;
#endif
}

static bool pop(int *value)
{
	unsigned h = atomic_load(&head);

	if (atomic_load(&tail) == h)
		return false;
	*value = slots[h % SIZE];
	atomic_store(&head, h + 1);
	return true;
}

static void *produce(void *arg)
{
	push(1);
	push(2);
	return arg;
}

int main(void)
{
	pthread_t producer;

	pthread_create(&producer, NULL, produce, NULL);
	for (int i = 1; i <= 2; i++) {
		int value;
		if (!pop(&value))
			break;
		assert(value == i); /* BUG */
	}
	pthread_join(producer, NULL);
	return 0;
}
