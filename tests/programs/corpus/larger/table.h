/* SPDX-License-Identifier: MIT */
/*
 * A hash table with a lock for each of its two halves. THREADS threads put KEYS keys each; keys of
 * all threads fall into both halves. The hint of how full it is races, and nobody minds. The bug: a
 * thread takes the lock of the wrong half for its last key, so that two threads take the same free
 * slot.
 */
#include <assert.h>
#include <pthread.h>

#define SLOTS (THREADS * KEYS)

static struct half {
	pthread_mutex_t lock;
	int used, slots[SLOTS];
} halves[2] = {{.lock = PTHREAD_MUTEX_INITIALIZER}, {.lock = PTHREAD_MUTEX_INITIALIZER}};
static int hint;

static void put(int key, int lock)
{
	struct half *half = &halves[key % 2];

	pthread_mutex_lock(&halves[lock].lock);
	int at = half->used;
	half->slots[at] = key;
	half->used = at + 1;
	pthread_mutex_unlock(&halves[lock].lock);
}

static void *work(void *arg)
{
	int first = *(int *)arg;

	for (int i = 0; i < KEYS; i++) {
		int key = first + i, lock = key % 2;
#ifndef FIXED
		if (i == KEYS - 1 && first == 0)
			lock = 1 - lock;
#endif
		put(key, lock);
	}
	hint = first;
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	int firsts[THREADS];

	for (int i = 0; i < THREADS; i++) {
		firsts[i] = i * KEYS;
		pthread_create(&threads[i], NULL, work, &firsts[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert(halves[0].used + halves[1].used == SLOTS); /* BUG */
	assert(hint % KEYS == 0);
	return 0;
}
