// SPDX-License-Identifier: MIT
// expect: ok
// covers: cond signal broadcast
// Signalling nobody does nothing and is remembered by nobody.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int flag;

static void *set(void *arg)
{
	pthread_mutex_lock(&lock);
	flag = 1;
	pthread_mutex_unlock(&lock);
	assert(pthread_cond_signal(&cond) == 0); /* after the unlock is fine too */
	return arg;
}

int main(void)
{
	pthread_t t;

	assert(pthread_cond_signal(&cond) == 0);
	assert(pthread_cond_broadcast(&cond) == 0);
	pthread_create(&t, NULL, set, NULL);
	pthread_mutex_lock(&lock);
	while (!flag)
		pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
