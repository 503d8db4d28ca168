// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: initiali[sz]ed
// covers: sync-misuse uninitialised
// A semaphore in fresh heap memory that nobody has initialised.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t *sem;

static void *run(void *arg)
{
	sem_post(sem); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	sem = malloc(sizeof(*sem));
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	free(sem);
	return 0;
}
