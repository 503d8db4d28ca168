// SPDX-License-Identifier: MIT
// bug: sync-misuse
// preemptions: 1
// schedules: all=35 everywhere=35
// covers: inspect 4.8, one condition variable with two mutexes
// Two threads wait at the same condition variable, each with the mutex of its own part of the data.
#include <pthread.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready[2];

static pthread_mutex_t *mutex_of(int part)
{
#ifdef FIXED
	(void)part;
	return &mutex[0];
#else
	return &mutex[part];
#endif
}

static void *await(void *arg)
{
	int part = arg != NULL;
	pthread_mutex_lock(mutex_of(part));
	while (!ready[part])
		pthread_cond_wait(&cond, mutex_of(part)); /* BUG */
	pthread_mutex_unlock(mutex_of(part));
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], NULL, await, NULL);
	pthread_create(&t[1], NULL, await, ready);
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(mutex_of(i));
		ready[i] = 1;
		pthread_cond_broadcast(&cond);
		pthread_mutex_unlock(mutex_of(i));
	}
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
