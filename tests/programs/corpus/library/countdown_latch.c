// SPDX-License-Identifier: MIT
// bug: use-after-free or sync-misuse
// preemptions: 2
// schedules: all=2 everywhere=2
// covers: GAMBIT CountdownEvent
// The waiter owns the latch and frees it as soon as it is open. A waiter that only looks at the
// count can be faster than the last thread that counts down, which still has to unlock the latch.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct latch {
	pthread_mutex_t lock;
	pthread_cond_t open;
	atomic_int count;
};

static void *count_down(void *arg)
{
	struct latch *l = arg;

	pthread_mutex_lock(&l->lock);
	if (atomic_fetch_sub(&l->count, 1) == 1)
		pthread_cond_broadcast(&l->open); /* BUG */
	pthread_mutex_unlock(&l->lock);           /* BUG */
	return NULL;
}

static void wait_and_free(struct latch *l)
{
#ifndef FIXED
	if (atomic_load(&l->count) != 0)
#endif
	{
		pthread_mutex_lock(&l->lock);
		while (atomic_load(&l->count) != 0)
			pthread_cond_wait(&l->open, &l->lock);
		pthread_mutex_unlock(&l->lock);
	}
	pthread_cond_destroy(&l->open);
	pthread_mutex_destroy(&l->lock); /* BUG */
	free(l);
}

int main(void)
{
	struct latch *l = malloc(sizeof(*l));
	pthread_t worker;

	pthread_mutex_init(&l->lock, NULL);
	pthread_cond_init(&l->open, NULL);
	atomic_init(&l->count, 1);
	pthread_create(&worker, NULL, count_down, l);
	wait_and_free(l);
	pthread_join(worker, NULL);
	return 0;
}
