// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: destroy
// options: --schedule=random:1 --executions=300
// covers: sync-misuse destroy barrier
// A barrier is destroyed while one of two threads waits at it.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *wait_there(void *arg)
{
	pthread_barrier_wait(&barrier); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&t, NULL, wait_there, NULL);
	pthread_barrier_destroy(&barrier); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
