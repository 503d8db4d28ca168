// SPDX-License-Identifier: MIT
// bug: sync-misuse or use-after-free
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: application completion
// A job on the caller's stack has its own mutex. The caller looks at the flag without it, and
// destroys the mutex while the worker still holds it.
#include <pthread.h>
#include <stdatomic.h>

struct job {
	pthread_mutex_t lock;
	atomic_int done;
};

static void *worker(void *arg)
{
	struct job *j = arg;

	pthread_mutex_lock(&j->lock);
	atomic_store(&j->done, 1);
	pthread_mutex_unlock(&j->lock); /* BUG */
	return NULL;
}

int main(void)
{
	struct job j;
	pthread_t t;

	pthread_mutex_init(&j.lock, NULL);
	atomic_init(&j.done, 0);
	pthread_create(&t, NULL, worker, &j);
	while (!atomic_load(&j.done))
		;
#ifdef FIXED
	pthread_mutex_lock(&j.lock);
	pthread_mutex_unlock(&j.lock);
#endif
	pthread_mutex_destroy(&j.lock); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
