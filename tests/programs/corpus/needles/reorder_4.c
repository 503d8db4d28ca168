// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=24 everywhere=24
// covers: needle reordering, SCTBench reorder
// Three threads set two variables, always together, and one looks at both. It must come between the
// two writes of the very first writer: every later one writes what is there already.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define WRITERS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int a, b;

static void *set(void *arg)
{
#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	atomic_store(&a, 1);
	atomic_store(&b, 1);
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
	return arg;
}

int main(void)
{
	pthread_t threads[WRITERS];

	for (int i = 0; i < WRITERS; i++)
		pthread_create(&threads[i], NULL, set, NULL);
	pthread_mutex_lock(&lock);
	int x = atomic_load(&a), y = atomic_load(&b);
	pthread_mutex_unlock(&lock);
	assert(x == y); /* BUG */
	for (int i = 0; i < WRITERS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
