// SPDX-License-Identifier: MIT
// expect: ok
// covers: cond destroy broadcast
// POSIX: once all waiters have been woken, the condition variable may be destroyed at once, even
// before they hold the mutex again.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int waiting, done;

static void *wait_for_it(void *arg)
{
	pthread_cond_t *cond = arg;

	pthread_mutex_lock(&lock);
	waiting = 1;
	if (!done)
		pthread_cond_wait(cond, &lock);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_cond_t *cond = malloc(sizeof(*cond));
	pthread_t t;

	pthread_cond_init(cond, NULL);
	pthread_create(&t, NULL, wait_for_it, cond);
	pthread_mutex_lock(&lock);
	done = 1;
	if (waiting) {
		pthread_cond_broadcast(cond);
		assert(pthread_cond_destroy(cond) == 0);
	}
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	free(cond);
	return 0;
}
