// SPDX-License-Identifier: MIT
// bug: deadlock
// preemptions: 0
// schedules: all=32 everywhere=32
// covers: needle scree_choose, fault injection
// The third of three allocations fails, in one of two threads. That error path forgets to unlock.
#include <pthread.h>
#include <scree.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items;

static bool allocate(void)
{
	return scree_choose(2) == 0;
}

static void *add(void *arg)
{
	pthread_mutex_lock(&lock); /* BUG */
	for (int i = 0; i < 3; i++) {
		if (allocate())
			continue;
#ifndef FIXED
		if (i == 2)
			return arg;
#endif
		pthread_mutex_unlock(&lock);
		return arg;
	}
	items++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL); /* BUG */
	return 0;
}
