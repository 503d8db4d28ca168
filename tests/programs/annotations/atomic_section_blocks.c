// SPDX-License-Identifier: MIT
// expect: ok
// covers: scree_atomic_begin
// A section that has to wait lets the others run, so it is no deadlock.
#include <pthread.h>
#include <scree.h>
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
	scree_atomic_begin();
	sem_wait(&sem);
	scree_atomic_end();
	pthread_join(t, NULL);
	return 0;
}
