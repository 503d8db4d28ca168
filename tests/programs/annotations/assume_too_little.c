// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: scree_assume
// An assumption leaves the other schedules in.
#include <assert.h>
#include <pthread.h>
#include <scree.h>
#include <stdatomic.h>

static atomic_int steps;

static void *run(void *arg)
{
	atomic_store(&steps, 1);
	atomic_store(&steps, 2);
	return arg;
}

int main(void)
{
	pthread_t t;
	int seen;

	pthread_create(&t, NULL, run, NULL);
	seen = atomic_load(&steps);
	scree_assume(seen != 0);
	assert(seen == 2); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
