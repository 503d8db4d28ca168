// SPDX-License-Identifier: MIT
// expect: ok
// warning: sync-misuse
// covers: rwlock recursive attributes
// Where writers come first, reading twice deadlocks as soon as a writer waits in between.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *read_twice(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	pthread_rwlock_rdlock(&lock); /* BUG */
	pthread_rwlock_unlock(&lock);
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, read_twice, NULL);
	pthread_join(t, NULL);
	return 0;
}
