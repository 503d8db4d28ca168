// SPDX-License-Identifier: MIT
// expect: ok
// covers: barrier destroy
// POSIX: the barrier may be destroyed as soon as one thread has left; the others still leave.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *arg)
{
	if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
		assert(pthread_barrier_destroy(&barrier) == 0);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
