// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=48 everywhere=48
// covers: application connection pool
// A pool with one connection. Who was woken takes for granted that a connection is free; a third
// thread may have taken it between the signal and the moment it runs.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t returned = PTHREAD_COND_INITIALIZER;
static int idle = 1;

static void acquire(void)
{
	pthread_mutex_lock(&lock);
#ifdef FIXED
	while (idle == 0)
#else
	if (idle == 0)
#endif
		pthread_cond_wait(&returned, &lock);
	idle--;
	assert(idle >= 0); /* BUG */
	pthread_mutex_unlock(&lock);
}

static void release(void)
{
	pthread_mutex_lock(&lock);
	idle++;
	pthread_cond_signal(&returned);
	pthread_mutex_unlock(&lock);
}

static void *client(void *arg)
{
	acquire();
	release();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, client, NULL);
	pthread_create(&b, NULL, client, NULL);
	client(NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
