// SPDX-License-Identifier: MIT
// bug: sync-misuse
// preemptions: 2
// schedules: all=2 everywhere=2
// covers: inspect 4.8, destroying what threads still use
// The condition variable is destroyed before the thread that signals it has ended.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *notify(void *arg)
{
	pthread_mutex_lock(&mutex);
	ready = 1;
	pthread_mutex_unlock(&mutex);
	pthread_cond_signal(&cond); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, notify, NULL);
	pthread_mutex_lock(&mutex);
	while (!ready)
		pthread_cond_wait(&cond, &mutex);
	pthread_mutex_unlock(&mutex);
#ifdef FIXED
	pthread_join(t, NULL);
	pthread_cond_destroy(&cond);
#else
	pthread_cond_destroy(&cond);
	pthread_join(t, NULL);
#endif
	pthread_mutex_destroy(&mutex);
	return 0;
}
