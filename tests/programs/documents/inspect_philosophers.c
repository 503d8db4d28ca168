// SPDX-License-Identifier: MIT
// expect: ok
// covers: inspect figure 7
// check: -> verified, no races
// check: --mode=sync-only -> verified, no races
// check: --mode=everywhere --races=limited -> verified, 12 schedules, no races
// Two philosophers take the forks in the same order and wait for them on condition variables.
#include <assert.h>
#include <pthread.h>

struct fork {
	pthread_mutex_t lock;
	pthread_cond_t free;
	int owner; /* 0: it lies on the table */
};
static struct fork forks[2] = {
        {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0},
        {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0},
};

static void take(struct fork *f, int me)
{
	pthread_mutex_lock(&f->lock);
	while (f->owner != 0)
		pthread_cond_wait(&f->free, &f->lock);
	f->owner = me;
	pthread_mutex_unlock(&f->lock);
}

static void put_back(struct fork *f, int me)
{
	pthread_mutex_lock(&f->lock);
	assert(f->owner == me);
	f->owner = 0;
	pthread_mutex_unlock(&f->lock);
	pthread_cond_signal(&f->free);
}

static void *philosopher(void *arg)
{
	int me = arg ? 2 : 1;
	take(&forks[0], me);
	take(&forks[1], me);
	put_back(&forks[0], me);
	put_back(&forks[1], me);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, philosopher, NULL);
	pthread_create(&b, NULL, philosopher, forks);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
