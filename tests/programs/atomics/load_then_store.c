// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: atomics
// Two atomic operations are not one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *arg)
{
	int seen = atomic_load(&counter);

	atomic_store(&counter, seen + 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
	assert(atomic_load(&counter) == 2); /* BUG */
	return 0;
}
