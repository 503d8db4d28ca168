// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=300 --leaks
// check: --leaks -> verified, no races
// covers: misuse inspect 4.8, objects that are never destroyed
// Nobody has to destroy what owns nothing: neither an object that is there for ever nor one in a
// block that is given back after its last use.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct objects {
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	pthread_rwlock_t rwlock;
	pthread_barrier_t barrier;
	pthread_spinlock_t spin;
	sem_t sem;
	int n;
};

static struct objects forever;

static void init(struct objects *o)
{
	pthread_mutex_init(&o->mutex, NULL);
	pthread_cond_init(&o->cond, NULL);
	pthread_rwlock_init(&o->rwlock, NULL);
	pthread_barrier_init(&o->barrier, NULL, 1);
	pthread_spin_init(&o->spin, PTHREAD_PROCESS_PRIVATE);
	sem_init(&o->sem, 0, 1);
}

static void use(struct objects *o)
{
	pthread_mutex_lock(&o->mutex);
	o->n++;
	pthread_cond_signal(&o->cond);
	pthread_mutex_unlock(&o->mutex);
	pthread_rwlock_rdlock(&o->rwlock);
	pthread_rwlock_unlock(&o->rwlock);
	pthread_barrier_wait(&o->barrier);
	pthread_spin_lock(&o->spin);
	pthread_spin_unlock(&o->spin);
	sem_wait(&o->sem);
	sem_post(&o->sem);
}

static void *work(void *arg)
{
	struct objects *own = calloc(1, sizeof(*own));
	assert(own);
	init(own);
	use(own);
	free(own);
	use(&forever);
	return arg;
}

int main(void)
{
	pthread_t t;
	init(&forever);
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	use(&forever);
	assert(forever.n == 2);
	return 0;
}
