// SPDX-License-Identifier: MIT
// fails: fixed: --pp=all: expected 3 schedules, got 2
// bug: assertion
// preemptions: 1
// schedules: all=3 everywhere=2
// misses: sync-only (needs a data-race preemption point)
// covers: the runner
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *arg)
{
#ifdef FIXED
	__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
#else
	x = x + 1;
#endif
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
	assert(x == 2); /* BUG */
	return 0;
}
