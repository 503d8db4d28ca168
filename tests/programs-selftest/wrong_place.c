// SPDX-License-Identifier: MIT
// expect: finding assertion
// fails: assertion at .*wrong_place.c:[0-9]+, expected line [0-9]+
// The assertion is elsewhere.
#include <assert.h>
#include <pthread.h>

static volatile int one = 1;

static void *run(void *arg)
{
	assert(one == 2);
	return arg; /* BUG */
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
