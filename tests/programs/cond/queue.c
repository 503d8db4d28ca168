// SPDX-License-Identifier: MIT
// expect: ok
// covers: cond wait signal
// One-slot queue with a loop around each wait: nothing lost, nothing doubled.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int slot, full, sum;

static void *produce(void *arg)
{
	for (int i = 1; i <= 4; i++) {
		pthread_mutex_lock(&lock);
		while (full)
			assert(pthread_cond_wait(&not_full, &lock) == 0);
		slot = i;
		full = 1;
		assert(pthread_cond_signal(&not_empty) == 0);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *consume(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		while (!full)
			assert(pthread_cond_wait(&not_empty, &lock) == 0);
		sum += slot;
		full = 0;
		assert(pthread_cond_signal(&not_full) == 0);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, consume, NULL);
	pthread_create(&t[1], NULL, consume, NULL);
	pthread_create(&t[2], NULL, produce, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(sum == 10 && !full);
	assert(pthread_cond_destroy(&not_full) == 0);
	assert(pthread_cond_destroy(&not_empty) == 0);
	return 0;
}
