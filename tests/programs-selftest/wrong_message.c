// SPDX-License-Identifier: MIT
// expect: finding assertion
// message: one == 3
// fails: does not match 'one == 3'
// The message says something else.
#include <assert.h>
#include <pthread.h>

static volatile int one = 1;

static void *run(void *arg)
{
	assert(one == 2);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
