// SPDX-License-Identifier: MIT
// expect: ok
// check: --pp=everywhere -> verified
// check: --pp=everywhere --reduction=dpor -> verified
// check: -> verified
// covers: use-after-return barrier semaphore condition mutex rwlock
// Objects of every kind lie in a function that waits for their last use, in the main thread and in
// another. Who leaves a barrier looks at it no more: that may be when it is gone.
#include <pthread.h>
#include <semaphore.h>

struct objects {
	pthread_barrier_t barrier;
	sem_t sem;
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	pthread_rwlock_t rwlock;
	int ready;
};

static void *worker(void *arg)
{
	struct objects *o = arg;
	sem_post(&o->sem);
	pthread_mutex_lock(&o->mutex);
	o->ready = 1;
	pthread_cond_signal(&o->cond);
	pthread_mutex_unlock(&o->mutex);
	pthread_rwlock_rdlock(&o->rwlock);
	pthread_rwlock_unlock(&o->rwlock);
	pthread_barrier_wait(&o->barrier);
	return NULL;
}

__attribute__((noinline)) static void use(pthread_t *t)
{
	struct objects o = {.mutex = PTHREAD_MUTEX_INITIALIZER,
	                    .cond = PTHREAD_COND_INITIALIZER,
	                    .rwlock = PTHREAD_RWLOCK_INITIALIZER};
	pthread_barrier_init(&o.barrier, NULL, 2);
	sem_init(&o.sem, 0, 0);
	pthread_create(t, NULL, worker, &o);
	sem_wait(&o.sem);
	pthread_mutex_lock(&o.mutex);
	while (!o.ready)
		pthread_cond_wait(&o.cond, &o.mutex);
	pthread_mutex_unlock(&o.mutex);
	pthread_barrier_wait(&o.barrier);
	pthread_barrier_destroy(&o.barrier);
}

static void *user(void *arg)
{
	pthread_t t;
	use(&t);
	pthread_join(t, NULL);
	return arg;
}

int main(void)
{
	pthread_t t;
	user(NULL);
	pthread_create(&t, NULL, user, NULL);
	pthread_join(t, NULL);
	return 0;
}
