/* SPDX-License-Identifier: MIT */
/*
 * N threads put four words each into a hash table of 128 slots with linear probing
 * (the indexer of inspect, table 1). Up to 11 threads no two of them ever meet; from the
 * twelfth on each pair that meets does so in three places, with two orders each: 8^(N-11).
 */
#include <pthread.h>
#include <stdatomic.h>

#define SIZE  128
#define WORDS 4

static atomic_int table[SIZE];

static void *put(void *arg)
{
	int id = (int)(long)arg;

	for (int m = 1; m <= WORDS; m++) {
		int word = m * 11 + id, slot = word * 7 % SIZE, empty = 0;

		while (!atomic_compare_exchange_strong(&table[slot], &empty, word)) {
			slot = (slot + 1) % SIZE;
			empty = 0;
		}
	}
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (long i = 0; i < N; i++)
		pthread_create(&t[i], NULL, put, (void *)i);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
