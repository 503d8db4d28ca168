// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=4 everywhere=4
// misses: sync-only single (needs a data-race preemption point)
// covers: GAMBIT ConcurrentBag
// The owner of a bag takes from one end, thieves from the other under the lock. The owner leaves
// the lock alone while the bag holds two items or more; but a thief can take both in the meantime,
// and the owner then takes one of them a second time.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int head, tail = 2; /* items head to tail-1 are in the bag */
static int taken[2];

static bool take_own(void)
{
	bool locked = true;
	int item = -1;

#ifndef FIXED
	locked = tail - head < 2;
#endif
	if (locked)
		pthread_mutex_lock(&lock);
	if (tail > head)
		item = --tail;
	if (locked)
		pthread_mutex_unlock(&lock);
	if (item < 0)
		return false;
	taken[item]++;
	return true;
}

static void *steal(void *arg)
{
	int item;

	do {
		item = -1;
		pthread_mutex_lock(&lock);
		if (tail > head)
			item = head++;
		pthread_mutex_unlock(&lock);
		if (item >= 0)
			taken[item]++;
	} while (item >= 0);
	return arg;
}

int main(void)
{
	pthread_t thief;

	pthread_create(&thief, NULL, steal, NULL);
	take_own();
	pthread_join(thief, NULL);
	assert(taken[0] == 1 && taken[1] == 1); /* BUG */
	return 0;
}
