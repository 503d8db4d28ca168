// SPDX-License-Identifier: MIT
// expect: finding livelock
// covers: livelock
// Each waits, yielding, for the other to go first.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int gone[2];

static void *after_you(void *arg)
{
	int me = arg != NULL;

	while (!atomic_load(&gone[!me])) /* BUG */
		sched_yield();           /* BUG */
	atomic_store(&gone[me], 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, after_you, (void *)1);
	after_you(NULL);
	pthread_join(t, NULL);
	return 0;
}
