// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 0
// schedules: all=16 everywhere=16
// covers: application pipeline with poison pill
// The end of a pipeline is a special item. It is taken out by one of two consumers; if that one
// does not put it back, the other waits for an item that never comes.
#include <pthread.h>

enum { NOTHING, WORK, PILL };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int slot;

static void put(int item)
{
	pthread_mutex_lock(&lock);
	slot = item;
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&lock);
}

static int take(void)
{
	pthread_mutex_lock(&lock);
	while (slot == NOTHING)
		pthread_cond_wait(&filled, &lock); /* BUG */
	int item = slot;
	slot = NOTHING;
	pthread_mutex_unlock(&lock);
	return item;
}

static void *consume(void *arg)
{
	while (take() != PILL)
		;
#ifdef FIXED
	put(PILL);
#endif
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, consume, NULL);
	pthread_create(&b, NULL, consume, NULL);
	put(PILL);
	pthread_join(a, NULL); /* BUG */
	pthread_join(b, NULL); /* BUG */
	return 0;
}
