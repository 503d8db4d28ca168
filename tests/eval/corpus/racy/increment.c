// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: everywhere=2
// misses: sync-only, single (needs a switch at an access that races)
// covers: a report of an evaluation: a bug that needs data-race preemption points
// An increment in two steps loses another one.
#include <assert.h>
#include <pthread.h>

static int count;

static void *add(void *arg)
{
	(void)arg;
#ifdef FIXED
	__atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
#else
	int old = count;
	count = old + 1;
#endif
	return NULL;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, add, NULL);
	add(NULL);
	pthread_join(thread, NULL);
	assert(count == 2); /* BUG */
	return 0;
}
