// SPDX-License-Identifier: MIT
// expect: ok
// covers: barrier serial
// In each round exactly one thread is told that it is the serial one; the barrier can be reused.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, ROUNDS = 2 };

static pthread_barrier_t barrier;
static atomic_int serial[ROUNDS], arrived[ROUNDS];

static void *run(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		int r;

		atomic_fetch_add(&arrived[i], 1);
		r = pthread_barrier_wait(&barrier);
		assert(r == 0 || r == PTHREAD_BARRIER_SERIAL_THREAD);
		assert(atomic_load(&arrived[i]) == THREADS);
		if (r == PTHREAD_BARRIER_SERIAL_THREAD)
			atomic_fetch_add(&serial[i], 1);
	}
	return arg;
}

int main(void)
{
	pthread_t t[THREADS];

	assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
	assert(pthread_barrier_init(&barrier, NULL, THREADS) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < ROUNDS; i++)
		assert(serial[i] == 1);
	assert(pthread_barrier_destroy(&barrier) == 0);
	return 0;
}
