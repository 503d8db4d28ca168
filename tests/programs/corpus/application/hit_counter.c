// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=2 everywhere=2
// misses: sync-only single (needs a data-race preemption point)
// covers: application metrics
// One path counts hits under the lock, a second one, added later, does not.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static void *page(void *arg)
{
	pthread_mutex_lock(&lock);
	hits++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, page, NULL);
#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	hits++;
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
	pthread_join(t, NULL);
	assert(hits == 2); /* BUG */
	return 0;
}
