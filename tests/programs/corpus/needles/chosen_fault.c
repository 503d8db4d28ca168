// SPDX-License-Identifier: MIT
// bug: sync-misuse
// preemptions: 0
// schedules: all=32 everywhere=32
// covers: needle scree_choose, fault injection
// The third of three allocations fails, in one of two threads. That error path gives the
// lock back although its caller does, too.
#include <pthread.h>
#include <scree.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items;

static bool allocate(void)
{
	return scree_choose(2) == 0;
}

static void add_locked(void)
{
	for (int i = 0; i < 3; i++) {
		if (allocate())
			continue;
#ifndef FIXED
		if (i == 2)
			pthread_mutex_unlock(&lock);
#endif
		return;
	}
	items++;
}

static void *add(void *arg)
{
	pthread_mutex_lock(&lock);
	add_locked();
	pthread_mutex_unlock(&lock); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
	return 0;
}
