// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=24 everywhere=24
// covers: needle scree_choose
// One input of twelve, and a switch in the middle of the work on it, lose an update. Every other
// input, and this one without the switch, is fine.
#include <assert.h>
#include <pthread.h>
#include <scree.h>
#include <stdatomic.h>

static atomic_int total;

static void add(unsigned amount)
{
#ifndef FIXED
	if (amount % 4 == 3 && amount % 3 == 1) { /* 7: the fast path of a special size */
		int seen = atomic_load(&total);
		atomic_store(&total, seen + (int)amount);
		return;
	}
#endif
	atomic_fetch_add(&total, (int)amount);
}

static void *one(void *arg)
{
	add(1);
	return arg;
}

int main(void)
{
	unsigned amount = scree_choose(12);
	pthread_t t;

	pthread_create(&t, NULL, one, NULL);
	add(amount);
	pthread_join(t, NULL);
	assert(atomic_load(&total) == (int)amount + 1); /* BUG */
	return 0;
}
