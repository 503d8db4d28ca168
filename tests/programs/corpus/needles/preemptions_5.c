// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 5
// schedules: all=1 everywhere=12
// misses: sync-only single (needs a data-race preemption point)
// covers: needle 5 preemptions
// The same as a data race: plain accesses, seven steps in turn. Nothing in the program but the
// racing lines is a place to switch at.
#include <assert.h>
#include <pthread.h>

static int stage;

static void step(int from)
{
	if (stage == from)
		stage = from + 1;
}

static void *second(void *arg)
{
	step(1);
	step(3);
#ifdef FIXED
	step(7);
#else
	step(5);
#endif
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, second, NULL);
	step(0);
	step(2);
	step(4);
	step(6);
	pthread_join(t, NULL);
	assert(stage < 7); /* BUG */
	return 0;
}
