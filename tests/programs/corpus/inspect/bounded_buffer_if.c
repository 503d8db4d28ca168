// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=30 everywhere=30
// covers: inspect, bounded buffer
// A consumer that was woken takes without looking again; another one was faster.
#include <assert.h>
#include <pthread.h>

#define SIZE 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int items;

static void put(void)
{
	pthread_mutex_lock(&mutex);
	items++;
	pthread_cond_signal(&not_empty);
	pthread_mutex_unlock(&mutex);
}

static void *take(void *arg)
{
	pthread_mutex_lock(&mutex);
#ifdef FIXED
	while (items == 0)
#else
	if (items == 0)
#endif
		pthread_cond_wait(&not_empty, &mutex);
	items--;
	assert(items >= 0 && items < SIZE); /* BUG */
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
