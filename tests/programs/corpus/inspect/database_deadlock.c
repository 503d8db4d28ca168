// SPDX-License-Identifier: MIT
// bug: deadlock
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: inspect figure 3, database classes A and B
// Operations of one class may overlap, those of two may not. One mutex guards both counts: the
// first of its class waits for the lock while it holds the mutex, which the last of the other class
// needs to give the lock back. With a mutex for each class it can.
#include <pthread.h>

struct class
{
	pthread_mutex_t mutex;
	int count;
};
static struct class a = {PTHREAD_MUTEX_INITIALIZER, 0}, b = {PTHREAD_MUTEX_INITIALIZER, 0};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static pthread_mutex_t *mutex_of(struct class *c)
{
#ifdef FIXED
	return &c->mutex;
#else
	(void)c;
	return &a.mutex;
#endif
}

static void *operation(void *arg)
{
	struct class *c = arg;
	pthread_mutex_lock(mutex_of(c));
	if (++c->count == 1)
		pthread_mutex_lock(&lock); /* BUG */
	pthread_mutex_unlock(mutex_of(c));

	pthread_mutex_lock(mutex_of(c)); /* BUG */
	if (--c->count == 0)
		pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(mutex_of(c));
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], NULL, operation, &a);
	pthread_create(&t[1], NULL, operation, &b);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL); /* BUG */
	return 0;
}
