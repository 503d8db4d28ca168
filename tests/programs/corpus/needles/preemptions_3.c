// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 3
// schedules: all=6 everywhere=6
// covers: needle 3 preemptions
// A handshake that nobody has written down: each step of one thread prepares the next one of the
// other. Only if they take turns exactly, five times, does it come to its end, which the author
// took for impossible.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;

static void step(int from)
{
	atomic_compare_exchange_strong(&stage, &from, from + 1);
}

static void *second(void *arg)
{
	step(1);
#ifdef FIXED
	step(5);
#else
	step(3);
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
	assert(atomic_load(&stage) < 5); /* BUG */
	return 0;
}
