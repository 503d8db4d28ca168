// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// options: --schedule=random:1 --executions=1000
// covers: sync-misuse cond two-mutexes
// Two threads wait on one condition variable with different mutexes.
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *wait_with(void *arg)
{
	pthread_mutex_t *lock = arg;

	pthread_mutex_lock(lock);
	pthread_cond_wait(&cond, lock); /* BUG */
	pthread_mutex_unlock(lock);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, wait_with, &locks[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
