// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 4
// schedules: all=20 everywhere=20
// covers: needle 4 preemptions
// Two threads under one lock, each of which goes on where the other one has stopped. Five sections,
// in turn, lead to a state that no test by hand has seen.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stage;

static void step(int from)
{
	pthread_mutex_lock(&lock);
	if (stage == from)
		stage++;
	pthread_mutex_unlock(&lock);
}

static void *second(void *arg)
{
	step(1);
	step(3);
#ifdef FIXED
	step(6);
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
	pthread_join(t, NULL);
	assert(stage < 6); /* BUG */
	return 0;
}
