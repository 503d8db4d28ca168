// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 1
// schedules: all=3 everywhere=3
// misses: sync-only single (needs a data-race preemption point)
// covers: application cache with eviction
// A lookup returns the entry without holding on to it. Eviction by another thread frees it while it
// is still being read.
#include <pthread.h>
#include <stdlib.h>

struct entry {
	int value, users; /* the cache is one of the users */
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *cached;
static volatile int sink;

static void put_locked(struct entry *e)
{
	if (--e->users == 0)
		free(e);
}

static void *evict(void *arg)
{
	pthread_mutex_lock(&lock);
	put_locked(cached);
	cached = NULL;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	cached = calloc(1, sizeof(*cached));
	cached->users = 1;
	pthread_create(&t, NULL, evict, NULL);
	pthread_mutex_lock(&lock);
	struct entry *e = cached;
#ifdef FIXED
	if (e != NULL)
		e->users++;
#endif
	pthread_mutex_unlock(&lock);
	if (e != NULL) {
		sink = e->value; /* BUG */
#ifdef FIXED
		pthread_mutex_lock(&lock);
		put_locked(e);
		pthread_mutex_unlock(&lock);
#endif
	}
	pthread_join(t, NULL);
	return 0;
}
