// SPDX-License-Identifier: MIT
// expect: finding lost-wakeup
// covers: lost-wakeup
// Two sleepers that nobody joins; the only broadcast came before the second one slept.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *doze(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&cond, &lock); /* BUG */
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < 2; i++) {
		pthread_create(&t, NULL, doze, NULL);
		pthread_detach(t);
	}
	pthread_mutex_lock(&lock);
	pthread_cond_broadcast(&cond);
	pthread_mutex_unlock(&lock);
	pthread_exit(NULL);
}
