// SPDX-License-Identifier: MIT
// expect: finding lost-wakeup
// covers: lost-wakeup
// The flag is set and signalled without the mutex, between the check and the wait.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int flag;

static void *set(void *arg)
{
	atomic_store(&flag, 1);
	pthread_cond_signal(&cond);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, set, NULL);
	pthread_mutex_lock(&lock);
	while (!atomic_load(&flag))
		pthread_cond_wait(&cond, &lock); /* BUG */
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
