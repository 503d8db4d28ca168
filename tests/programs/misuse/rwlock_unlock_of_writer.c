// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// covers: sync-misuse unlock
// A thread unlocks what main has locked for writing.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *arg)
{
	pthread_rwlock_unlock(&lock); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_rwlock_wrlock(&lock);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
