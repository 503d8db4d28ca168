// SPDX-License-Identifier: MIT
// expect: ok
// covers: barrier
// A barrier for one never waits.
#include <assert.h>
#include <pthread.h>

static void *run(void *arg)
{
	pthread_barrier_t barrier;

	pthread_barrier_init(&barrier, NULL, 1);
	assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
	assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
	assert(pthread_barrier_destroy(&barrier) == 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
	return 0;
}
