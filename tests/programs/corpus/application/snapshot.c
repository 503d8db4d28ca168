// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=2 everywhere=2
// misses: sync-only single (needs a data-race preemption point)
// covers: application read-copy snapshot
// Settings that belong together are changed under a lock but copied without it: the copy can be
// half old and half new.
#include <assert.h>
#include <pthread.h>

struct settings {
	int width, height;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct settings current = {4, 3};

static void *change(void *arg)
{
	pthread_mutex_lock(&lock);
	current.width = 16;
	current.height = 9;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	struct settings copy;
	pthread_t t;

	pthread_create(&t, NULL, change, NULL);
#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	copy.width = current.width;
	copy.height = current.height;
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
	assert((copy.width == 4) == (copy.height == 3)); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
