// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=4 everywhere=4
// covers: inspect table 1, indexer
// Two threads insert words into a hash table with open addressing; some words collide. inspect
// replaces the compare-and-swap by a function under a lock. Here it compares under the lock and
// sets after that, so that two words may get the same slot and one is lost.
#include <assert.h>
#include <pthread.h>

#define SIZE    4
#define THREADS 2
#define WORDS   2

static int table[SIZE];
static pthread_mutex_t locks[SIZE] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                      PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

/* Puts word into the slot if it is free. */
static int claim(int slot, int word)
{
	pthread_mutex_lock(&locks[slot]);
	int is_free = table[slot] == 0;
#ifdef FIXED
	if (is_free)
		table[slot] = word;
	pthread_mutex_unlock(&locks[slot]);
#else
	pthread_mutex_unlock(&locks[slot]);
	pthread_mutex_lock(&locks[slot]);
	if (is_free)
		table[slot] = word;
	pthread_mutex_unlock(&locks[slot]);
#endif
	return is_free;
}

static void *index_words(void *arg)
{
	int me = arg != NULL;
	for (int i = 0; i < WORDS; i++) {
		int word = 1 + me + i * 2, slot = i * 2;
		while (!claim(slot, word))
			slot = (slot + 1) % SIZE;
	}
	return NULL;
}

int main(void)
{
	pthread_t t;
	int used = 0;
	pthread_create(&t, NULL, index_words, table);
	index_words(NULL);
	pthread_join(t, NULL);
	for (int i = 0; i < SIZE; i++)
		used += table[i] != 0;
	assert(used == THREADS * WORDS); /* BUG */
	return 0;
}
