// SPDX-License-Identifier: MIT
// expect: finding deadlock
// covers: mutex recursive deadlock
// Locked twice, unlocked once: the other thread waits for ever.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *other(void *arg)
{
	pthread_mutex_lock(&lock); /* BUG */
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL); /* BUG */
	return 0;
}
