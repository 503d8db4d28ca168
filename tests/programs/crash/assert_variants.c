// SPDX-License-Identifier: MIT
// expect: finding assertion
// message: error|Invalid argument
// covers: assertion
// assert_perror is an assertion as well.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static volatile int err = EINVAL;

static void *run(void *arg)
{
	assert_perror(err); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
