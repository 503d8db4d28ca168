// SPDX-License-Identifier: MIT
// expect: ok
// covers: detach
// Detached threads run to their end without a join; each way to detach is used once.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t finished;

static void *by_creator(void *arg)
{
	(void)arg;
	sem_post(&finished);
	return NULL;
}

static void *by_itself(void *arg)
{
	(void)arg;
	assert(pthread_detach(pthread_self()) == 0);
	sem_post(&finished);
	return NULL;
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t t;
	int state;

	sem_init(&finished, 0, 0);
	pthread_create(&t, NULL, by_creator, NULL);
	assert(pthread_detach(t) == 0);
	pthread_create(&t, NULL, by_itself, NULL);

	assert(pthread_attr_init(&attr) == 0);
	assert(pthread_attr_getdetachstate(&attr, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
	assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
	assert(pthread_attr_getdetachstate(&attr, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
	assert(pthread_create(&t, &attr, by_creator, NULL) == 0);
	assert(pthread_attr_destroy(&attr) == 0);

	for (int i = 0; i < 3; i++)
		sem_wait(&finished);
	pthread_exit(NULL);
}
