// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: sem wait post
// A semaphore that starts at two lets two threads in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t lock;
static atomic_int inside;

static void *visit(void *arg)
{
	sem_wait(&lock);
	assert(atomic_fetch_add(&inside, 1) == 0); /* BUG */
	atomic_fetch_sub(&inside, 1);
	sem_post(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	sem_init(&lock, 0, 2);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, visit, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
