// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// covers: misuse cond recursive
// A wait gives up a recursive mutex once: locked twice, nobody else can have it.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wait_for_it(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&lock);
	while (!ready)
		pthread_cond_wait(&cond, &lock); /* BUG */
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_for_it, NULL);
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
