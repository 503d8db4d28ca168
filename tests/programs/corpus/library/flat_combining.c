// SPDX-License-Identifier: MIT
// bug: livelock or infinite-loop
// preemptions: 1
// schedules: all=18 everywhere=18
// covers: GAMBIT flat combining
// Requests are published, and whoever gets the lock serves all of them. A thread that did not get
// the lock waits to be served, but its request may have come after the holder had looked at it: it
// must try for the lock again while it waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked, asked[2];
static atomic_int total;

static void serve(void)
{
	for (int i = 0; i < 2; i++)
		if (atomic_load(&asked[i])) {
			atomic_fetch_add(&total, 1);
			atomic_store(&asked[i], 0);
		}
	atomic_store(&locked, 0);
}

static void *request(void *arg)
{
	int me = arg != NULL, none = 0;

	atomic_store(&asked[me], 1);
	if (atomic_compare_exchange_strong(&locked, &none, 1)) {
		serve();
		return arg;
	}
	while (atomic_load(&asked[me])) { /* BUG */
#ifdef FIXED
		none = 0;
		if (atomic_compare_exchange_strong(&locked, &none, 1))
			serve();
#endif
	}
	return arg;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, request, &total);
	request(NULL);
	pthread_join(other, NULL);
	assert(atomic_load(&total) == 2);
	return 0;
}
