// SPDX-License-Identifier: MIT
// expect: ok
// covers: rwlock recursive
// A thread may read twice; a writer comes in only after both have ended.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int reading;

static void *read_twice(void *arg)
{
	assert(pthread_rwlock_rdlock(&lock) == 0);
	atomic_store(&reading, 1);
	assert(pthread_rwlock_rdlock(&lock) == 0);
	assert(pthread_rwlock_unlock(&lock) == 0);
	atomic_store(&reading, 0);
	assert(pthread_rwlock_unlock(&lock) == 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, read_twice, NULL);
	assert(pthread_rwlock_wrlock(&lock) == 0);
	assert(atomic_load(&reading) == 0);
	assert(pthread_rwlock_unlock(&lock) == 0);
	pthread_join(t, NULL);
	return 0;
}
