// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: destroy
// covers: sync-misuse destroy cond
// A condition variable is destroyed while a thread sleeps on it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting, done;

static void *wait_for_it(void *arg)
{
	pthread_mutex_lock(&lock);
	waiting = 1;
	while (!done)
		pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_for_it, NULL);
	pthread_mutex_lock(&lock);
	done = 1;
	if (waiting)
		pthread_cond_destroy(&cond); /* BUG */
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
