// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=32 everywhere=32
// covers: GAMBIT BlockingCollection
// A collection for one item. Takers and adders sleep on the same condition variable, and each
// signal wakes one of them: a taker that wakes another taker leaves the adder asleep.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
#ifdef FIXED
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
#else
#define not_empty not_full
#endif
static int items;

static void add(void)
{
	pthread_mutex_lock(&lock);
	while (items == 1)
		pthread_cond_wait(&not_full, &lock); /* BUG */
	items = 1;
	pthread_cond_signal(&not_empty);
	pthread_mutex_unlock(&lock);
}

static void *take(void *arg)
{
	pthread_mutex_lock(&lock);
	while (items == 0)
		pthread_cond_wait(&not_empty, &lock); /* BUG */
	items = 0;
	pthread_cond_signal(&not_full);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, take, NULL);
	pthread_create(&b, NULL, take, NULL);
	add();
	add();
	pthread_join(a, NULL); /* BUG */
	pthread_join(b, NULL); /* BUG */
	return 0;
}
