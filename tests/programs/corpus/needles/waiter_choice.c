// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=15 everywhere=15
// covers: needle waiter choice
// Two threads sleep on one condition variable and wait for different things. The one signal that is
// sent has to reach the right one; woken in its place, the other goes back to sleep, and nobody is
// told.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready[2];

static void tell(int whom)
{
	pthread_mutex_lock(&lock);
	ready[whom] = true;
#ifdef FIXED
	pthread_cond_broadcast(&changed);
#else
	pthread_cond_signal(&changed);
#endif
	pthread_mutex_unlock(&lock);
}

static void *waits(void *arg)
{
	bool *mine = arg;

	pthread_mutex_lock(&lock);
	while (!*mine)
		pthread_cond_wait(&changed, &lock); /* BUG */
	pthread_mutex_unlock(&lock);
	if (mine == &ready[0])
		tell(1);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, waits, &ready[0]);
	pthread_create(&b, NULL, waits, &ready[1]);
	tell(0);
	pthread_join(a, NULL); /* BUG */
	pthread_join(b, NULL); /* BUG */
	return 0;
}
