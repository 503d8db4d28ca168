// SPDX-License-Identifier: MIT
// expect: ok or error
// message: pthread_(try|timed)join_np
// covers: join
// tryjoin says EBUSY as long as the thread runs; timedjoin may say ETIMEDOUT; join is due then. Or
// there is a clear refusal.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t go;

static void *run(void *arg)
{
	sem_wait(&go);
	return arg;
}

int main(void)
{
	struct timespec soon;
	pthread_t t;
	void *value;
	int err;

	sem_init(&go, 0, 0);
	pthread_create(&t, NULL, run, &go);
	assert(pthread_tryjoin_np(t, &value) == EBUSY);
	clock_gettime(CLOCK_REALTIME, &soon);
	assert(pthread_timedjoin_np(t, &value, &soon) == ETIMEDOUT);
	sem_post(&go);
	err = pthread_tryjoin_np(t, &value);
	assert(err == 0 || err == EBUSY);
	if (err == EBUSY)
		assert(pthread_join(t, &value) == 0);
	assert(value == &go);
	return 0;
}
