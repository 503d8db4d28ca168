// SPDX-License-Identifier: MIT
// bug: lost-wakeup or deadlock
// preemptions: 1
// schedules: all=8 everywhere=8
// covers: thesis 5.1.3 rwlock_downgrade_read_test
// A downgrade lets readers in, but does not wake those who wait already. Here the one that
// downgrades reads until another reader has come, and so both wait.
#include "trusted.h"

struct rwlock {
	mutex_t mutex;
	pthread_cond_t cond;
	int readers, writing;
};
static struct rwlock lock = {MUTEX_INIT, PTHREAD_COND_INITIALIZER, 0, 0};
static mutex_t mutex = MUTEX_INIT;
static pthread_cond_t came = PTHREAD_COND_INITIALIZER;
static int here;

static void lock_read(struct rwlock *l)
{
	mutex_lock(&l->mutex);
	while (l->writing)
		pthread_cond_wait(&l->cond, &l->mutex); /* BUG */
	l->readers++;
	mutex_unlock(&l->mutex);
}

static void unlock_read(struct rwlock *l)
{
	mutex_lock(&l->mutex);
	l->readers--;
	mutex_unlock(&l->mutex);
}

static void downgrade(struct rwlock *l)
{
	mutex_lock(&l->mutex);
	l->writing = 0;
	l->readers++;
#ifdef FIXED
	pthread_cond_broadcast(&l->cond);
#endif
	mutex_unlock(&l->mutex);
}

static void *reader(void *arg)
{
	lock_read(&lock);
	mutex_lock(&mutex);
	here = 1;
	pthread_cond_signal(&came);
	mutex_unlock(&mutex);
	unlock_read(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;
	lock.writing = 1; /* main begins as the writer */
	pthread_create(&t, NULL, reader, NULL);
	downgrade(&lock);
	mutex_lock(&mutex);
	while (!here)
		pthread_cond_wait(&came, &mutex); /* BUG */
	mutex_unlock(&mutex);
	unlock_read(&lock);
	pthread_join(t, NULL);
	return 0;
}
