// SPDX-License-Identifier: MIT
// expect: ok
// covers: rwlock tryrdlock trywrlock EBUSY EDEADLK
// try says EBUSY where the lock would wait; the writer itself gets EDEADLK; reading nests.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static pthread_barrier_t step;

static void *other(void *arg)
{
	pthread_barrier_wait(&step); /* main reads */
	assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
	assert(pthread_rwlock_tryrdlock(&lock) == 0);
	assert(pthread_rwlock_unlock(&lock) == 0);
	pthread_barrier_wait(&step);
	pthread_barrier_wait(&step); /* main writes */
	assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
	assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
	pthread_barrier_wait(&step);
	return arg;
}

int main(void)
{
	pthread_t t;

	assert(pthread_rwlock_init(&lock, NULL) == 0);
	pthread_barrier_init(&step, NULL, 2);
	pthread_create(&t, NULL, other, NULL);

	assert(pthread_rwlock_rdlock(&lock) == 0);
	assert(pthread_rwlock_rdlock(&lock) == 0);
	assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
	assert(pthread_rwlock_unlock(&lock) == 0);
	pthread_barrier_wait(&step);
	pthread_barrier_wait(&step);
	assert(pthread_rwlock_unlock(&lock) == 0);
	assert(pthread_rwlock_trywrlock(&lock) == 0);
	assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
	assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
	pthread_barrier_wait(&step);
	pthread_barrier_wait(&step);
	assert(pthread_rwlock_unlock(&lock) == 0);
	pthread_join(t, NULL);
	assert(pthread_rwlock_destroy(&lock) == 0);
	return 0;
}
