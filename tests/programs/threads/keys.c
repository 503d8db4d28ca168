// SPDX-License-Identifier: MIT
// expect: ok
// covers: keys destructors
// Values belong to one thread; the destructor gets a non-NULL value once, in its own thread, with
// the slot already NULL; deleting a key calls nothing.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key, plain;
static int destroyed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void destroy(void *value)
{
	pthread_t *owner = value;

	assert(pthread_equal(*owner, pthread_self()));
	assert(pthread_getspecific(key) == NULL);
	free(owner);
	pthread_mutex_lock(&lock);
	destroyed++;
	pthread_mutex_unlock(&lock);
}

static void *with_value(void *arg)
{
	pthread_t *owner = malloc(sizeof(*owner));

	assert(pthread_getspecific(key) == NULL);
	*owner = pthread_self();
	assert(pthread_setspecific(key, owner) == 0);
	assert(pthread_setspecific(plain, arg) == 0);
	sched_yield();
	assert(pthread_getspecific(key) == owner);
	assert(pthread_getspecific(plain) == arg);
	return NULL;
}

static void *without_value(void *arg)
{
	return pthread_getspecific(key) == NULL ? arg : NULL;
}

int main(void)
{
	pthread_t t[3];
	int local;
	void *value;

	assert(pthread_key_create(&key, destroy) == 0);
	assert(pthread_key_create(&plain, NULL) == 0);
	assert(pthread_setspecific(plain, &local) == 0);
	pthread_create(&t[0], NULL, with_value, (void *)2);
	pthread_create(&t[1], NULL, with_value, (void *)1);
	pthread_create(&t[2], NULL, without_value, &local);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	pthread_join(t[2], &value);
	assert(destroyed == 2 && value == &local);
	assert(pthread_getspecific(plain) == &local);

	assert(pthread_setspecific(key, &local) == 0);
	assert(pthread_key_delete(key) == 0);
	assert(pthread_key_delete(key) == EINVAL);
	assert(pthread_setspecific(key, &local) == EINVAL);
	assert(destroyed == 2);
	return 0;
}
