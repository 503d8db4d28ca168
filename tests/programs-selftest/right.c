// SPDX-License-Identifier: MIT
// expect: finding assertion
// message: one == 2
// fails: no
// The one that is right: the runner must not fail everything.
#include <assert.h>
#include <pthread.h>

static volatile int one = 1;

static void *run(void *arg)
{
	assert(one == 2); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
