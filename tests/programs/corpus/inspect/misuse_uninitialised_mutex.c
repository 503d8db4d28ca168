// SPDX-License-Identifier: MIT
// bug: sync-misuse
// preemptions: 1
// schedules: all=1 everywhere=1
// misses: sync-only single (the switch is needed at a racing access)
// covers: inspect 4.8, use of an uninitialised mutex
// The thread that is to use the mutex is started before the mutex is made.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex;

static void *use(void *arg)
{
	pthread_mutex_lock(&mutex); /* BUG */
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t t;
	memset(&mutex, 0x5a, sizeof(mutex));
#ifdef FIXED
	pthread_mutex_init(&mutex, NULL);
	pthread_create(&t, NULL, use, NULL);
#else
	pthread_create(&t, NULL, use, NULL);
	pthread_mutex_init(&mutex, NULL);
#endif
	pthread_join(t, NULL);
	pthread_mutex_destroy(&mutex);
	return 0;
}
