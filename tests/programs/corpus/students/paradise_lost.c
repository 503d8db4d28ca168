// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=16 everywhere=16
// covers: thesis 5.1.3 paradise_lost
// sem_wait looks once whether it has to wait. The one that is woken finds that a third thread was
// faster, and takes what is not there.
#include <pthread.h>

struct sem {
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	int count;
};
static struct sem sem = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void sem_wait(struct sem *s)
{
	pthread_mutex_lock(&s->mutex);
#ifdef FIXED
	while (s->count <= 0)
#else
	if (s->count <= 0)
#endif
		pthread_cond_wait(&s->cond, &s->mutex);
	s->count--;
	pthread_mutex_unlock(&s->mutex);
}

static void sem_signal(struct sem *s)
{
	pthread_mutex_lock(&s->mutex);
	s->count++;
	pthread_cond_signal(&s->cond);
	pthread_mutex_unlock(&s->mutex);
}

#include "paradise_lost.h"
