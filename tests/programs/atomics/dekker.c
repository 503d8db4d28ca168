// SPDX-License-Identifier: MIT
// expect: ok
// covers: atomics orders
// Sequentially consistent stores and loads: not both threads can miss the other's flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], entered;

static void *enter(void *arg)
{
	int me = arg != NULL;

	atomic_store(&flag[me], 1);
	if (atomic_load(&flag[!me]) == 0)
		assert(atomic_fetch_add(&entered, 1) == 0);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, enter, (void *)1);
	enter(NULL);
	pthread_join(t, NULL);
	return 0;
}
