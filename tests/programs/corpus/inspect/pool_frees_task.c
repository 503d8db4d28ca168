// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 1
// schedules: all=2 everywhere=2
// misses: sync-only single (the switch is needed at a racing access)
// covers: inspect table 2, thread pool of libcprogs
// The worker says that a task is done, and looks at it once more; whoever waits for it frees it.
#include <pthread.h>
#include <stdlib.h>

struct task {
	pthread_mutex_t mutex;
	pthread_cond_t finished;
	int done, runs;
};

static void *worker(void *arg)
{
	struct task *t = arg;
#ifdef FIXED
	t->runs++;
#endif
	pthread_mutex_lock(&t->mutex);
	t->done = 1;
	pthread_cond_signal(&t->finished);
	pthread_mutex_unlock(&t->mutex);
#ifndef FIXED
	t->runs++; /* BUG */
#endif
	return NULL;
}

int main(void)
{
	pthread_t thread;
	struct task *t = calloc(1, sizeof(*t));
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->finished, NULL);
	pthread_create(&thread, NULL, worker, t);
	pthread_mutex_lock(&t->mutex);
	while (!t->done)
		pthread_cond_wait(&t->finished, &t->mutex);
	pthread_mutex_unlock(&t->mutex);
	free(t);
	pthread_join(thread, NULL);
	return 0;
}
