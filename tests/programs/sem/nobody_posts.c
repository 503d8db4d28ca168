// SPDX-License-Identifier: MIT
// expect: finding deadlock
// covers: sem deadlock
// A semaphore remembers each post, so waiting without any is a deadlock and no lost wake-up.
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *post(void *arg)
{
	sem_post(&sem);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&sem, 0, 0);
	pthread_create(&t, NULL, post, NULL);
	sem_wait(&sem);
	sem_wait(&sem); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
