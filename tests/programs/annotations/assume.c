// SPDX-License-Identifier: MIT
// expect: ok
// native: no (only the tool can leave out a schedule)
// covers: scree_assume
// Schedules in which the assumption fails end there; what it excludes is not found.
#include <assert.h>
#include <pthread.h>
#include <scree.h>
#include <stdatomic.h>

static atomic_int flag;

static void *run(void *arg)
{
	atomic_store(&flag, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	scree_assume(atomic_load(&flag) == 1);
	assert(atomic_load(&flag) == 1);
	pthread_join(t, NULL);
	return 0;
}
