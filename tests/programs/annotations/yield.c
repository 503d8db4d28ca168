// SPDX-License-Identifier: MIT
// expect: finding assertion
// options: --schedule=random:1 --executions=300 --pp=yield
// covers: scree_yield pp-yield
// With --pp=yield threads switch where they yield, and nowhere else: here between load and store.
#include <assert.h>
#include <pthread.h>
#include <scree.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *arg)
{
	int seen = atomic_load(&counter);

	scree_yield();
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
