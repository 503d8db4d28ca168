// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: scree_at_end
// A check at the end sees what the last detached thread has done.
#include <assert.h>
#include <pthread.h>
#include <scree.h>
#include <stdatomic.h>

static atomic_int counter;

static void check(void)
{
	assert(atomic_load(&counter) == 2); /* BUG */
}

static void *add(void *arg)
{
	atomic_store(&counter, atomic_load(&counter) + 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	scree_at_end(check);
	for (int i = 0; i < 2; i++) {
		pthread_create(&t, NULL, add, NULL);
		pthread_detach(t);
	}
	pthread_exit(NULL);
}
