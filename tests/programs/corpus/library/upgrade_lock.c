// SPDX-License-Identifier: MIT
// bug: deadlock
// preemptions: 0
// schedules: all=4 everywhere=4
// covers: GAMBIT ReaderWriterLockSlim upgrade
// Two readers want to become the writer without letting go: each waits for the other to stop
// reading.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *set_if_empty(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	if (value != 0) {
		pthread_rwlock_unlock(&lock);
		return arg;
	}
#ifdef FIXED
	pthread_rwlock_unlock(&lock);
	pthread_rwlock_wrlock(&lock);
	if (value == 0)
		value++;
	pthread_rwlock_unlock(&lock);
#else
	pthread_rwlock_wrlock(&lock); /* BUG */
	value++;
	pthread_rwlock_unlock(&lock);
	pthread_rwlock_unlock(&lock);
#endif
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, set_if_empty, NULL);
	pthread_create(&b, NULL, set_if_empty, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(value == 1);
	return 0;
}
