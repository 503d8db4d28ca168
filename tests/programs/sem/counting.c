// SPDX-License-Identifier: MIT
// expect: ok
// covers: sem wait post getvalue
// At most as many inside as the semaphore says; the value comes back to where it was.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t places;
static atomic_int inside;

static void *visit(void *arg)
{
	assert(sem_wait(&places) == 0);
	assert(atomic_fetch_add(&inside, 1) < 2);
	atomic_fetch_sub(&inside, 1);
	assert(sem_post(&places) == 0);
	return arg;
}

int main(void)
{
	pthread_t t[3];
	int value;

	assert(sem_init(&places, 0, 2) == 0);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, visit, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(sem_getvalue(&places, &value) == 0 && value == 2);
	assert(sem_destroy(&places) == 0);
	return 0;
}
