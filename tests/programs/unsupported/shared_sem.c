// SPDX-License-Identifier: MIT
// expect: error
// message: shared
// covers: unsupported shared_sem
// A semaphore that other processes may share.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *run(void *arg)
{
	sem_post(&sem);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&sem, 1, 0); /* HERE */
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
