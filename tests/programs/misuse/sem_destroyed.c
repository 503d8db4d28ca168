// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: destroy
// covers: sync-misuse destroyed
// A semaphore is posted after it has been destroyed.
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *run(void *arg)
{
	sem_post(&sem); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&sem, 0, 0);
	sem_destroy(&sem);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
