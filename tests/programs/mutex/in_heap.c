// SPDX-License-Identifier: MIT
// expect: ok
// covers: mutex init destroy
// Initialised in heap memory, destroyed, initialised again, destroyed, freed by another thread.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};

static void *deposit(void *arg)
{
	struct account *a = arg;

	pthread_mutex_lock(&a->lock);
	a->balance += 10;
	pthread_mutex_unlock(&a->lock);
	return NULL;
}

static void *dispose(void *arg)
{
	struct account *a = arg;

	assert(pthread_mutex_destroy(&a->lock) == 0);
	free(a);
	return NULL;
}

int main(void)
{
	struct account *a = malloc(sizeof(*a));
	pthread_t t;

	assert(pthread_mutex_init(&a->lock, NULL) == 0);
	assert(pthread_mutex_destroy(&a->lock) == 0);
	assert(pthread_mutex_init(&a->lock, NULL) == 0);
	a->balance = 0;
	pthread_create(&t, NULL, deposit, a);
	deposit(a);
	pthread_join(t, NULL);
	assert(a->balance == 20);
	pthread_create(&t, NULL, dispose, a);
	pthread_join(t, NULL);
	return 0;
}
