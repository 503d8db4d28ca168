// SPDX-License-Identifier: MIT
// expect: finding assertion
// flags: -DNDEBUG
// message: ready
// covers: scree_assert
// scree_assert is on where assert is compiled out.
#include <assert.h>
#include <pthread.h>
#include <scree.h>
#include <stdatomic.h>

static atomic_int ready;

static void *run(void *arg)
{
	atomic_store(&ready, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	assert(atomic_load(&ready) == 2);
	scree_assert(atomic_load(&ready) == 1); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
