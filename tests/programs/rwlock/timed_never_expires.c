// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: rwlock timedwrlock ETIMEDOUT
// A reader can keep the writer waiting past any deadline.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *read_it(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	struct timespec deadline;
	pthread_t t;
	int err;

	pthread_create(&t, NULL, read_it, NULL);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 1000;
	err = pthread_rwlock_timedwrlock(&lock, &deadline);
	assert(err == 0); /* BUG */
	pthread_rwlock_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
