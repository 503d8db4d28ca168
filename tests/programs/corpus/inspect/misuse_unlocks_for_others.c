// SPDX-License-Identifier: MIT
// bug: sync-misuse
// preemptions: 2
// schedules: all=3 everywhere=3
// covers: inspect 4.8, unlocking what another thread holds
// An error path unlocks although trylock has failed: if the other thread holds the mutex, it is
// robbed of it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *arg)
{
	pthread_mutex_lock(&mutex);
	done++;
	pthread_mutex_unlock(&mutex);
	return arg;
}

static void try_work(void)
{
	int failed = pthread_mutex_trylock(&mutex);
	if (!failed)
		done++;
#ifdef FIXED
	if (!failed)
		pthread_mutex_unlock(&mutex);
#else
	pthread_mutex_unlock(&mutex); /* BUG */
#endif
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	try_work();
	pthread_join(t, NULL);
	return 0;
}
