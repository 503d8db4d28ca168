// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: detached
// covers: sync-misuse join
// A detached thread is joined.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *run(void *arg)
{
	sem_wait(&done);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&done, 0, 0);
	pthread_create(&t, NULL, run, NULL);
	pthread_detach(t);
	pthread_join(t, NULL); /* BUG */
	sem_post(&done);
	return 0;
}
