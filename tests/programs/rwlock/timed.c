// SPDX-License-Identifier: MIT
// expect: ok
// covers: rwlock timedrdlock timedwrlock clock ETIMEDOUT
// Timed locking: a free lock is taken however late it is, a held one expires when nobody unlocks.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec past = {1, 0}, no_time = {1, 1000000000};

static void *while_written(void *arg)
{
	assert(pthread_rwlock_timedrdlock(&lock, &past) == ETIMEDOUT);
	assert(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
	assert(pthread_rwlock_timedwrlock(&lock, &no_time) == EINVAL);
	assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
	assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
	return arg;
}

static void *while_read(void *arg)
{
	assert(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
	assert(pthread_rwlock_timedrdlock(&lock, &past) == 0);
	assert(pthread_rwlock_unlock(&lock) == 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	assert(pthread_rwlock_timedwrlock(&lock, &past) == 0);
	pthread_create(&t, NULL, while_written, NULL);
	pthread_join(t, NULL);
	assert(pthread_rwlock_unlock(&lock) == 0);

	assert(pthread_rwlock_timedrdlock(&lock, &past) == 0);
	pthread_create(&t, NULL, while_read, NULL);
	pthread_join(t, NULL);
	assert(pthread_rwlock_unlock(&lock) == 0);
	return 0;
}
