// SPDX-License-Identifier: MIT
// bug: lost-wakeup or deadlock
// preemptions: 1
// schedules: all=6 everywhere=6
// covers: thesis 5.1.3 rwlock_downgrade_read_test
// Who downgrades waits like every reader until no writer waits; the writer waits for it.
#include "trusted.h"

struct rwlock {
	mutex_t mutex;
	pthread_cond_t cond;
	int readers, writing, writers_waiting;
};
static struct rwlock lock = {MUTEX_INIT, PTHREAD_COND_INITIALIZER, 0, 0, 0};

static void lock_write(struct rwlock *l)
{
	mutex_lock(&l->mutex);
	l->writers_waiting++;
	while (l->writing || l->readers)
		pthread_cond_wait(&l->cond, &l->mutex); /* BUG */
	l->writers_waiting--;
	l->writing = 1;
	mutex_unlock(&l->mutex);
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

static void downgrade(struct rwlock *l)
{
	mutex_lock(&l->mutex);
#ifndef FIXED
	while (l->writers_waiting)
		pthread_cond_wait(&l->cond, &l->mutex); /* BUG */
#endif
	l->writing = 0;
	l->readers++;
	pthread_cond_broadcast(&l->cond);
	mutex_unlock(&l->mutex);
}

static void *writer(void *arg)
{
	lock_write(&lock);
	unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	lock_write(&lock);
	downgrade(&lock);
	unlock(&lock);
	pthread_join(t, NULL); /* BUG */
	return 0;
}
