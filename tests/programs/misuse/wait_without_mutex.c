// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// covers: sync-misuse wait
// A wait without holding the mutex.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *run(void *arg)
{
	pthread_cond_wait(&cond, &lock); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
