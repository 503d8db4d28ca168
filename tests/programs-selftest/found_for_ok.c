// SPDX-License-Identifier: MIT
// expect: ok
// fails: expected ok, got assertion
// A finding where none is expected.
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
