// SPDX-License-Identifier: MIT
// expect: ok
// check: -> verified
// check: --pp=everywhere -> verified
// check: --pp=everywhere --reduction=dpor -> verified
// covers: join
// The twin: tries until the thread has exited. Waiting so is a loop that only looks.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int result;

static void *work(void *arg)
{
	result = 42;
	return arg;
}

int main(void)
{
	pthread_t t;
	void *value = NULL;

	pthread_create(&t, NULL, work, &result);
	while (pthread_tryjoin_np(t, &value) == EBUSY)
		;
	assert(value == &result && result == 42);
	return 0;
}
