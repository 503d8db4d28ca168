// SPDX-License-Identifier: MIT
// expect: finding assertion
// message: answer == 42
// covers: assertion always
// An assertion that fails in every schedule.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>

static volatile int answer = 41;

static void *run(void *arg)
{
	assert(answer == 42); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
