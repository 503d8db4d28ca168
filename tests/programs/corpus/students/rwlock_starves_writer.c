// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=18 everywhere=18
// covers: rwlock, starvation of writers
// A reader that comes while a writer waits gets in, as long as other readers are there: a writer
// can wait for ever. The test looks for the first such reader.
#include "trusted.h"
#include <assert.h>

struct rwlock {
	mutex_t mutex;
	pthread_cond_t cond;
	int readers, writing, writers_waiting;
};
static struct rwlock lock = {MUTEX_INIT, PTHREAD_COND_INITIALIZER, 0, 0, 0};
static int written;

static void lock_read(struct rwlock *l)
{
	mutex_lock(&l->mutex);
	int overtakes = l->writers_waiting > 0;
#ifdef FIXED
	while (l->writing || l->writers_waiting)
#else
	while (l->writing)
#endif
		pthread_cond_wait(&l->cond, &l->mutex);
	assert(!overtakes || written); /* BUG */
	l->readers++;
	mutex_unlock(&l->mutex);
}

static void lock_write(struct rwlock *l)
{
	mutex_lock(&l->mutex);
	l->writers_waiting++;
	while (l->writing || l->readers)
		pthread_cond_wait(&l->cond, &l->mutex);
	l->writers_waiting--;
	l->writing = 1;
	written = 1;
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

static void *writer(void *arg)
{
	lock_write(&lock);
	unlock(&lock);
	return arg;
}

static void *reader(void *arg)
{
	lock_read(&lock);
	unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[2];
	lock_read(&lock);
	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, reader, NULL);
	unlock(&lock);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
