// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: mutex normal
// Two threads guard the same counter with different locks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static atomic_int counter;

static void *add(void *arg)
{
	pthread_mutex_t *lock = arg;

	pthread_mutex_lock(lock);
	atomic_store(&counter, atomic_load(&counter) + 1);
	pthread_mutex_unlock(lock);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, &locks[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(atomic_load(&counter) == 2); /* BUG */
	return 0;
}
