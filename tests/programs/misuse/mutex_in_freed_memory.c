// SPDX-License-Identifier: MIT
// expect: finding use-after-free or sync-misuse
// covers: sync-misuse freed
// A mutex is locked after its memory has been freed.
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
	pthread_mutex_init(lock, NULL);
	pthread_mutex_destroy(lock);
	free(lock);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
