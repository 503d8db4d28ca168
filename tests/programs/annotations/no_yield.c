// SPDX-License-Identifier: MIT
// expect: ok
// native: no (lacks a lock; only --pp=yield makes it right)
// options: --schedule=random:1 --executions=300 --pp=yield
// covers: pp-yield
// With --pp=yield nobody switches between load and store.
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
	assert(atomic_load(&counter) == 2);
	return 0;
}
