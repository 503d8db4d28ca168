// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=300 --exit-status
// native: no (a normal build calls nothing at the end)
// covers: scree_at_end
// The functions run once, last one first, after all threads and before the handlers of atexit.
#include <assert.h>
#include <pthread.h>
#include <scree.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int counter;
static int called;

static void first(void)
{
	assert(called == 1);
	called = 2;
}

static void last(void)
{
	assert(atomic_load(&counter) == 2 && called == 0);
	called = 1;
}

static void handler(void)
{
	if (called != 2)
		_exit(1);
}

static void *add(void *arg)
{
	atomic_fetch_add(&counter, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	atexit(handler);
	scree_at_end(first);
	for (int i = 0; i < 2; i++) {
		pthread_create(&t, NULL, add, NULL);
		pthread_detach(t);
	}
	scree_at_end(last);
	pthread_exit(NULL);
}
