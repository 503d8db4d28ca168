// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: rwlock rdlock
// A writer that takes the lock for reading loses updates.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int counter;

static void *add(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	atomic_store(&counter, atomic_load(&counter) + 1);
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(atomic_load(&counter) == 2); /* BUG */
	return 0;
}
