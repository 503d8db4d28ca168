// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// covers: sync-misuse relock
// A normal mutex is locked again by its holder.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&lock); /* BUG */
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
