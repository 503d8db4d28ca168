// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=10 everywhere=10
// covers: GAMBIT BlockingCollection CompleteAdding
// The end of the collection concerns every taker that sleeps, but only one of them is woken.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;
static bool complete;

static void *take_all(void *arg)
{
	pthread_mutex_lock(&lock);
	for (;;) {
		while (items == 0 && !complete)
			pthread_cond_wait(&changed, &lock); /* BUG */
		if (items == 0)
			break;
		items--;
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, take_all, NULL);
	pthread_create(&b, NULL, take_all, NULL);
	pthread_mutex_lock(&lock);
	complete = true;
#ifdef FIXED
	pthread_cond_broadcast(&changed);
#else
	pthread_cond_signal(&changed);
#endif
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL); /* BUG */
	pthread_join(b, NULL); /* BUG */
	return 0;
}
