// SPDX-License-Identifier: MIT
// expect: ok
// covers: rwlock rdlock wrlock
// A writer is alone; readers see no writer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int readers, writers;

static void *read_it(void *arg)
{
	assert(pthread_rwlock_rdlock(&lock) == 0);
	atomic_fetch_add(&readers, 1);
	assert(atomic_load(&writers) == 0);
	atomic_fetch_sub(&readers, 1);
	assert(pthread_rwlock_unlock(&lock) == 0);
	return arg;
}

static void *write_it(void *arg)
{
	assert(pthread_rwlock_wrlock(&lock) == 0);
	assert(atomic_fetch_add(&writers, 1) == 0);
	assert(atomic_load(&readers) == 0);
	atomic_fetch_sub(&writers, 1);
	assert(pthread_rwlock_unlock(&lock) == 0);
	return arg;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, i % 2 ? read_it : write_it, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	assert(pthread_rwlock_destroy(&lock) == 0);
	return 0;
}
