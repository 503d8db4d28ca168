// SPDX-License-Identifier: MIT
// expect: ok
// native: no (only the tool makes the section one step)
// covers: scree_atomic_begin scree_atomic_end
// Inside the section nobody else runs, also in nested ones.
#include <assert.h>
#include <pthread.h>
#include <scree.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *arg)
{
	int seen;

	scree_atomic_begin();
	seen = atomic_load(&counter);
	scree_atomic_begin();
	scree_atomic_end();
	scree_preempt();
	atomic_store(&counter, seen + 1);
	scree_atomic_end();
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
