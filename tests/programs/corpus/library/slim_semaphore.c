// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=30 everywhere=30
// covers: GAMBIT SemaphoreSlim
// Release signals only when the count leaves 0, to save a signal. Two releases before the first
// sleeper has run wake one of two: the other sleeps although the count is 1.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t available = PTHREAD_COND_INITIALIZER;
static int count;

static void semaphore_wait(void)
{
	pthread_mutex_lock(&lock);
	while (count == 0)
		pthread_cond_wait(&available, &lock); /* BUG */
	count--;
	pthread_mutex_unlock(&lock);
}

static void semaphore_release(void)
{
	pthread_mutex_lock(&lock);
#ifdef FIXED
	count++;
	pthread_cond_signal(&available);
#else
	if (count++ == 0)
		pthread_cond_signal(&available);
#endif
	pthread_mutex_unlock(&lock);
}

static void *waits(void *arg)
{
	semaphore_wait();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, waits, NULL);
	pthread_create(&b, NULL, waits, NULL);
	semaphore_release();
	semaphore_release();
	pthread_join(a, NULL); /* BUG */
	pthread_join(b, NULL); /* BUG */
	return 0;
}
