// SPDX-License-Identifier: MIT
// bug: lost-wakeup or deadlock
// preemptions: 1
// schedules: all=30 everywhere=30
// covers: condition variable built on a semaphore, stolen wake-up
// A signal posts the semaphore on which waiters sleep. A thread that comes later takes the post
// that was meant for one that waits already, finds that nothing is there for it, and the other one
// sleeps on. With a semaphore of its own each waiter gets what is posted for it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

struct cond {
	int waiters;
	sem_t shared;
	sem_t *own[2];
};
static struct cond cond;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int turn; /* whose turn it is; each waits for another number */

static void cond_wait(struct cond *c, pthread_mutex_t *m)
{
#ifdef FIXED
	sem_t mine;
	sem_init(&mine, 0, 0);
	c->own[c->waiters++] = &mine;
	pthread_mutex_unlock(m);
	sem_wait(&mine);
	sem_destroy(&mine);
#else
	c->waiters++;
	pthread_mutex_unlock(m);
	sem_wait(&c->shared); /* BUG */
#endif
	pthread_mutex_lock(m);
}

static void cond_broadcast(struct cond *c)
{
	while (c->waiters > 0) {
		c->waiters--;
#ifdef FIXED
		sem_post(c->own[c->waiters]);
#else
		sem_post(&c->shared);
#endif
	}
}

static void await(int number)
{
	pthread_mutex_lock(&mutex);
	while (turn < number)
		cond_wait(&cond, &mutex);
	pthread_mutex_unlock(&mutex);
}

static void *first(void *arg)
{
	await(1);
	await(2);
	return arg;
}

static void *second(void *arg)
{
	await(1);
	return arg;
}

static void next(void)
{
	pthread_mutex_lock(&mutex);
	turn++;
	cond_broadcast(&cond);
	pthread_mutex_unlock(&mutex);
}

int main(void)
{
	pthread_t t[2];
	sem_init(&cond.shared, 0, 0);
	pthread_create(&t[0], NULL, first, NULL);
	pthread_create(&t[1], NULL, second, NULL);
	next();
	pthread_join(t[1], NULL); /* BUG */
	next();
	pthread_join(t[0], NULL);
	return 0;
}
