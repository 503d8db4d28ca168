// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=30 everywhere=30
// covers: semaphore built on mutex and condition variable, lost wake-up
// Signals only when the count rises from 0: the second of two quick signals wakes nobody, although
// two threads wait.
#include <pthread.h>
#include <stddef.h>

struct sem {
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	int count;
};
static struct sem sem = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void sem_wait(struct sem *s)
{
	pthread_mutex_lock(&s->mutex);
	while (s->count == 0)
		pthread_cond_wait(&s->cond, &s->mutex); /* BUG */
	s->count--;
	pthread_mutex_unlock(&s->mutex);
}

static void sem_signal(struct sem *s)
{
	pthread_mutex_lock(&s->mutex);
#ifdef FIXED
	s->count++;
	pthread_cond_signal(&s->cond);
#else
	if (s->count++ == 0)
		pthread_cond_signal(&s->cond);
#endif
	pthread_mutex_unlock(&s->mutex);
}

static void *consumer(void *arg)
{
	sem_wait(&sem);
	return arg;
}

int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, consumer, NULL);
	for (int i = 0; i < 2; i++)
		sem_signal(&sem);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
