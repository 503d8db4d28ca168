// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: destroy
// covers: sync-misuse destroyed
// A mutex is locked after it has been destroyed.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg)
{
	pthread_mutex_lock(&lock); /* BUG */
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_destroy(&lock);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
