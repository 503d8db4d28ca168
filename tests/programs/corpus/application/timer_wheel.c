// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 2
// schedules: all=3 everywhere=3
// misses: sync-only single (needs a data-race preemption point)
// covers: application timer wheel
// A timer is cancelled while the wheel is about to run it. The wheel has taken it off its list but
// not called it yet, cancel finds it gone, and its owner frees it. Cancel must wait for a timer
// that runs.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct timer {
	int fired;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static struct timer *armed, *running;

static void *wheel(void *arg)
{
	pthread_mutex_lock(&lock);
	running = armed;
	armed = NULL;
	pthread_mutex_unlock(&lock);
	if (running != NULL)
		running->fired++; /* BUG */
	pthread_mutex_lock(&lock);
	running = NULL;
	pthread_cond_signal(&idle);
	pthread_mutex_unlock(&lock);
	return arg;
}

static void cancel(struct timer *t)
{
	pthread_mutex_lock(&lock);
	if (armed == t)
		armed = NULL;
#ifdef FIXED
	while (running == t)
		pthread_cond_wait(&idle, &lock);
#endif
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	struct timer *t = calloc(1, sizeof(*t));
	pthread_t thread;

	armed = t;
	pthread_create(&thread, NULL, wheel, NULL);
	cancel(t);
	free(t);
	pthread_join(thread, NULL);
	return 0;
}
