// SPDX-License-Identifier: MIT
// expect: finding abort
// covers: abort
// abort is called only if the other thread was faster.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int first;

static void *run(void *arg)
{
	atomic_store(&first, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	if (atomic_load(&first))
		abort(); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
