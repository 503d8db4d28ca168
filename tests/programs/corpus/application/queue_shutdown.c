// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 2
// schedules: all=2 everywhere=2
// covers: application work queue with shutdown race
// Shutdown raises a flag and broadcasts, both without the lock. A worker that has looked at the
// flag but does not sleep yet misses the broadcast.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static atomic_bool stop;

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!atomic_load(&stop))
		pthread_cond_wait(&work, &lock); /* BUG */
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	atomic_store(&stop, true);
	pthread_cond_broadcast(&work);
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
	pthread_join(t, NULL); /* BUG */
	return 0;
}
