// SPDX-License-Identifier: MIT
// expect: finding deadlock
// covers: deadlock self rwlock
// A reader that asks for the write lock waits for itself.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	pthread_rwlock_wrlock(&lock); /* BUG */
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
