/* SPDX-License-Identifier: MIT */
/*
 * THREADS threads each fill a row of SIZE cells of one matrix, which nobody else touches, and add
 * their sum to a total under a lock. A counter of cells done is for a progress bar: it races, and
 * nobody minds. The bug: the total is added to without the lock.
 */
#include <assert.h>
#include <pthread.h>

static int cells[THREADS][SIZE], done, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(int sum)
{
#ifdef FIXED
	pthread_mutex_lock(&lock);
	total += sum;
	pthread_mutex_unlock(&lock);
#else
	total += sum;
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
#endif
}

static void *fill(void *arg)
{
	int *row = arg, sum = 0;

	for (int i = 0; i < SIZE; i++) {
		row[i] = i + 1;
		sum += row[i];
	}
	done++;
	add(sum);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, fill, cells[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert(total == THREADS * SIZE * (SIZE + 1) / 2); /* BUG */
	assert(done >= 1 && done <= THREADS);
	return 0;
}
