// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: initiali[sz]ed
// covers: sync-misuse uninitialised
// A mutex in fresh heap memory that nobody has initialised.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *lock;

static void *run(void *arg)
{
	pthread_mutex_lock(lock); /* BUG */
	pthread_mutex_unlock(lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	lock = malloc(sizeof(*lock));
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	free(lock);
	return 0;
}
