// SPDX-License-Identifier: MIT
// expect: ok
// covers: cond broadcast wait
// A broadcast wakes every waiter, each comes back with the mutex, one at a time.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open = PTHREAD_COND_INITIALIZER;
static int is_open, inside, passed;

static void *pass(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!is_open)
		pthread_cond_wait(&open, &lock);
	assert(inside++ == 0);
	passed++;
	assert(--inside == 0);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, pass, NULL);
	pthread_mutex_lock(&lock);
	is_open = 1;
	assert(pthread_cond_broadcast(&open) == 0);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(passed == 3);
	return 0;
}
