// SPDX-License-Identifier: MIT
// expect: finding assertion
// check: -> assertion
// check: --pp=everywhere -> assertion
// covers: join
// Tries to join once, and takes it for granted that the thread has exited.
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
	pthread_tryjoin_np(t, &value);
	assert(value == &result && result == 42); /* BUG */
	return 0;
}
