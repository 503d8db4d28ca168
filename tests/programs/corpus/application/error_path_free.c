// SPDX-License-Identifier: MIT
// bug: double-free
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: application double free on error path
// A request is handed to a worker, which frees it. If the worker is too slow to say that it has
// begun, the caller gives up and frees it too, though it may have been taken by then. The one that
// changes the state owns it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { OFFERED, TAKEN, WITHDRAWN };

static atomic_int state;
static void *request;

static void *worker(void *arg)
{
	int expected = OFFERED;

	if (atomic_compare_exchange_strong(&state, &expected, TAKEN))
		free(request); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	request = malloc(16);
	pthread_create(&t, NULL, worker, NULL);
#ifdef FIXED
	int expected = OFFERED;
	if (atomic_compare_exchange_strong(&state, &expected, WITHDRAWN))
		free(request);
#else
	if (atomic_load(&state) == OFFERED) {
		atomic_store(&state, WITHDRAWN);
		free(request); /* BUG */
	}
#endif
	pthread_join(t, NULL);
	return 0;
}
