// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=40 everywhere=40
// covers: inspect, bounded buffer
// Producer and consumers wait at one condition variable, and each wakes one: a consumer may wake
// the other consumer, who finds nothing, while the producer sleeps on.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void tell(void)
{
#ifdef FIXED
	pthread_cond_broadcast(&changed);
#else
	pthread_cond_signal(&changed);
#endif
}

static void put(void)
{
	pthread_mutex_lock(&mutex);
	while (full)
		pthread_cond_wait(&changed, &mutex); /* BUG */
	full = 1;
	tell();
	pthread_mutex_unlock(&mutex);
}

static void *take(void *arg)
{
	pthread_mutex_lock(&mutex);
	while (!full)
		pthread_cond_wait(&changed, &mutex); /* BUG */
	full = 0;
	tell();
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, take, NULL);
	for (int i = 0; i < 2; i++)
		put();
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
