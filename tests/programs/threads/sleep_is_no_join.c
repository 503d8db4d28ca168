// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: sleep
// However long main sleeps, the other thread may not have run.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void *work(void *arg)
{
	(void)arg;
	atomic_store(&ready, 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	sleep(1);
	assert(atomic_load(&ready)); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
