// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=6 everywhere=6
// covers: thesis 5.1.3 rwlock_downgrade_read_test
// Downgrades by unlocking and locking anew: another writer gets in between.
#include "trusted.h"
#include <assert.h>

struct rwlock {
	mutex_t mutex;
	pthread_cond_t cond;
	int readers, writing;
};
static struct rwlock lock = {MUTEX_INIT, PTHREAD_COND_INITIALIZER, 0, 0};
static int data;

static void rwlock_lock(struct rwlock *l, int write)
{
	mutex_lock(&l->mutex);
	while (l->writing || (write && l->readers))
		pthread_cond_wait(&l->cond, &l->mutex);
	if (write)
		l->writing = 1;
	else
		l->readers++;
	mutex_unlock(&l->mutex);
}

static void rwlock_unlock(struct rwlock *l)
{
	mutex_lock(&l->mutex);
	if (l->writing)
		l->writing = 0;
	else
		l->readers--;
	pthread_cond_broadcast(&l->cond);
	mutex_unlock(&l->mutex);
}

static void rwlock_downgrade(struct rwlock *l)
{
#ifdef FIXED
	mutex_lock(&l->mutex);
	l->writing = 0;
	l->readers++;
	pthread_cond_broadcast(&l->cond);
	mutex_unlock(&l->mutex);
#else
	rwlock_unlock(l);
	rwlock_lock(l, 0);
#endif
}

static void *writer(void *arg)
{
	rwlock_lock(&lock, 1);
	data = 2;
	rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	rwlock_lock(&lock, 1);
	data = 1;
	rwlock_downgrade(&lock);
	assert(data == 1); /* BUG */
	rwlock_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
