// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=3 everywhere=3
// covers: GAMBIT ConcurrentDictionary resize
// A table is copied into a larger one while another thread adds an entry. The writer fetches the
// table before it takes the lock and so may add to one that has been copied and replaced.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int small_table[2], large_table[4];
static int *_Atomic table = small_table;

static void *resize(void *arg)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < 2; i++)
		large_table[i] = small_table[i];
	atomic_store(&table, large_table);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, resize, NULL);
	int *t = atomic_load(&table);
	pthread_mutex_lock(&lock);
#ifdef FIXED
	t = atomic_load(&table);
#endif
	t[1] = 5;
	pthread_mutex_unlock(&lock);
	pthread_join(other, NULL);
	assert(atomic_load(&table)[1] == 5); /* BUG */
	return 0;
}
