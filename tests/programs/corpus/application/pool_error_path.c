// SPDX-License-Identifier: MIT
// bug: deadlock
// preemptions: 0
// schedules: all=8 everywhere=8
// covers: application connection pool, fault injection
// A query may fail. On that way the connection is not given back, and the next client waits for
// ever.
#include <pthread.h>
#include <scree.h>
#include <semaphore.h>
#include <stdbool.h>

static sem_t idle;

static bool query(void)
{
	return scree_choose(2) == 0;
}

static void *client(void *arg)
{
	sem_wait(&idle); /* BUG */
	if (!query()) {
#ifdef FIXED
		sem_post(&idle);
#endif
		return arg;
	}
	sem_post(&idle);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&idle, 0, 1);
	pthread_create(&t, NULL, client, NULL);
	client(NULL);
	pthread_join(t, NULL); /* BUG */
	return 0;
}
