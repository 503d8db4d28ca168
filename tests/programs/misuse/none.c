// SPDX-License-Identifier: MIT
// expect: ok
// covers: sync-misuse
// Uncommon, but by the rules: a post by another thread than the one that waits, unlocking in the
// order of locking, one condition variable with two mutexes at different times, a mutex destroyed
// by another thread than the last holder, a join after the end, a read lock given back in any
// order.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t sem;
static int stage;

static void wait_for(pthread_mutex_t *lock, int wanted)
{
	pthread_mutex_lock(lock);
	while (stage != wanted)
		pthread_cond_wait(&cond, lock);
	pthread_mutex_unlock(lock);
}

static void set(pthread_mutex_t *lock, int value)
{
	pthread_mutex_lock(lock);
	stage = value;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(lock);
}

static void *other(void *arg)
{
	set(&a, 1);
	sem_wait(&sem);
	set(&b, 2);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&sem, 0, 0);
	pthread_create(&t, NULL, other, NULL);
	wait_for(&a, 1);
	sem_post(&sem);
	wait_for(&b, 2);
	sched_yield();
	assert(pthread_join(t, NULL) == 0);

	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	pthread_rwlock_rdlock(&rw);
	pthread_rwlock_rdlock(&rw);
	pthread_rwlock_unlock(&rw);
	pthread_rwlock_unlock(&rw);
	assert(pthread_rwlock_destroy(&rw) == 0);
	assert(pthread_mutex_destroy(&a) == 0);
	assert(pthread_mutex_destroy(&b) == 0);
	assert(pthread_cond_destroy(&cond) == 0);
	assert(sem_destroy(&sem) == 0);
	return 0;
}
