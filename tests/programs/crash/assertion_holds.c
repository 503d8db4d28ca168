// SPDX-License-Identifier: MIT
// expect: ok
// covers: assertion
// Assertions that hold, one that is compiled out, and a message to stderr that only looks like one.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int one = 1;

static void *run(void *arg)
{
	assert(one == 1);
	fprintf(stderr, "run: Assertion `one == 2' failed.\n");
	return arg;
}

#define NDEBUG
#include <assert.h>

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(one == 2);
	return 0;
}
