// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// covers: sync-misuse destroy
// A read-write lock is destroyed while a reader holds it.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	pthread_rwlock_destroy(&lock); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
