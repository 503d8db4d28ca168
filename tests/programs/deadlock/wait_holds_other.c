// SPDX-License-Identifier: MIT
// expect: finding deadlock
// covers: deadlock cond
// A wait gives back its own mutex only; the outer one stays held and keeps the signaller out.
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *arg)
{
	pthread_mutex_lock(&outer); /* BUG */
	pthread_mutex_lock(&inner);
	ready = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&outer);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, set, NULL);
	pthread_mutex_lock(&outer);
	pthread_mutex_lock(&inner);
	while (!ready)
		pthread_cond_wait(&cond, &inner); /* BUG */
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&outer);
	pthread_join(t, NULL);
	return 0;
}
