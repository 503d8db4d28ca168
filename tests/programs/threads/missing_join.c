// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: create join
// The result is read before the thread that computes it has been joined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int result;

static void *compute(void *arg)
{
	(void)arg;
	atomic_store(&result, 42);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, compute, NULL);
	assert(atomic_load(&result) == 42); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
