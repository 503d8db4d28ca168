// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=6 everywhere=6
// covers: application parallel file scanner
// Workers take directories from a stack, and put back what they find inside; all is done when the
// stack is empty and nobody is at work. A worker that counts itself as busy only after it has let
// go of the stack makes the scan look finished in between.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting = 1; /* directories on the stack: the root, which holds one more */
static int busy, scanned;

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	while (scanned < 2) {
		waiting--;
#ifndef FIXED
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&lock);
#endif
		busy++;
		pthread_mutex_unlock(&lock);
		/* The directory would be read here. */
		pthread_mutex_lock(&lock);
		if (scanned++ == 0)
			waiting++;
		busy--;
		pthread_cond_signal(&changed);
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	while (waiting > 0 || busy > 0)
		pthread_cond_wait(&changed, &lock);
	assert(scanned == 2); /* BUG */
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
