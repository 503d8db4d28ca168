// SPDX-License-Identifier: MIT
// expect: ok
// covers: livelock infinite-loop
// Waiting politely for somebody who will come is no livelock, however long it takes.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int gone[2];

static void *after_you(void *arg)
{
	int me = arg != NULL;

	for (int i = 0; me == 0 && i < 500; i++)
		sched_yield();
	while (me == 1 && !atomic_load(&gone[0]))
		sched_yield();
	atomic_store(&gone[me], 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, after_you, (void *)1);
	after_you(NULL);
	pthread_join(t, NULL);
	assert(atomic_load(&gone[1]));
	return 0;
}
