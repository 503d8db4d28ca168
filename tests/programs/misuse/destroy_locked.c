// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: destroy
// covers: sync-misuse destroy
// A mutex is destroyed while it is held.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_destroy(&lock); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
