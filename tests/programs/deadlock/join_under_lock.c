// SPDX-License-Identifier: MIT
// expect: finding deadlock
// covers: deadlock join
// main waits for a thread that waits for the mutex that main holds.
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

	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&lock);
	pthread_join(t, NULL); /* BUG */
	pthread_mutex_unlock(&lock);
	return 0;
}
