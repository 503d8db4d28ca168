// SPDX-License-Identifier: MIT
// bug: lost-wakeup or deadlock
// preemptions: 1
// schedules: all=8 everywhere=8
// covers: rwlock, upgrade
// Two readers want to become writers, and each waits until it is the last reader. Of two, one has
// to be turned away.
#include "trusted.h"

struct rwlock {
	mutex_t mutex;
	pthread_cond_t cond;
	int readers, writing, upgrading;
};
static struct rwlock lock = {MUTEX_INIT, PTHREAD_COND_INITIALIZER, 0, 0, 0};

static void lock_read(struct rwlock *l)
{
	mutex_lock(&l->mutex);
	while (l->writing)
		pthread_cond_wait(&l->cond, &l->mutex);
	l->readers++;
	mutex_unlock(&l->mutex);
}

/* 0: another one is already upgrading. */
static int upgrade(struct rwlock *l)
{
	mutex_lock(&l->mutex);
#ifdef FIXED
	if (l->upgrading) {
		mutex_unlock(&l->mutex);
		return 0;
	}
#endif
	l->upgrading = 1;
	while (l->readers > 1)
		pthread_cond_wait(&l->cond, &l->mutex); /* BUG */
	l->upgrading = 0;
	l->readers = 0;
	l->writing = 1;
	mutex_unlock(&l->mutex);
	return 1;
}

static void unlock(struct rwlock *l)
{
	mutex_lock(&l->mutex);
	if (l->writing)
		l->writing = 0;
	else
		l->readers--;
	pthread_cond_broadcast(&l->cond);
	mutex_unlock(&l->mutex);
}

static void *use(void *arg)
{
	lock_read(&lock);
	upgrade(&lock);
	unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, use, NULL);
	use(NULL);
	pthread_join(t, NULL); /* BUG */
	return 0;
}
