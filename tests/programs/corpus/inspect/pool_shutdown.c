// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=3 everywhere=3
// covers: inspect table 2, thread pool of libcprogs
// A worker looks whether the pool is to be shut down before it takes the lock to wait for tasks:
// the shutdown wakes nobody, and the worker sleeps.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int shut_down;
static int tasks, done;

static void *worker(void *arg)
{
	while (!atomic_load(&shut_down)) {
		pthread_mutex_lock(&mutex);
#ifdef FIXED
		while (!tasks && !atomic_load(&shut_down))
#else
		while (!tasks && !done)
#endif
			pthread_cond_wait(&changed, &mutex); /* BUG */
		if (tasks) {
			tasks--;
			done++;
		}
		pthread_mutex_unlock(&mutex);
	}
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&mutex);
	atomic_store(&shut_down, 1);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
	pthread_join(t, NULL); /* BUG */
	return 0;
}
