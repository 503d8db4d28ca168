// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: tls __thread
// What another thread wrote to its own copy is not seen here.
#include <assert.h>
#include <pthread.h>

static __thread int result;

static void *compute(void *arg)
{
	result = 42;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, compute, NULL);
	pthread_join(t, NULL);
	assert(result == 42); /* BUG */
	return 0;
}
