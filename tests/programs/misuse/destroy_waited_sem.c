// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// covers: sync-misuse destroy sem
// A semaphore is destroyed while a thread waits for it.
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *wait_for_it(void *arg)
{
	sem_wait(&sem); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&sem, 0, 0);
	pthread_create(&t, NULL, wait_for_it, NULL);
	sem_destroy(&sem); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
