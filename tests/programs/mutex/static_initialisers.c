// SPDX-License-Identifier: MIT
// expect: ok
// covers: mutex static-initialisers
// Every static initialiser gives a mutex of its kind, in globals, on the stack and copied to heap.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t zero_filled;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t errorcheck = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

static void lock_and_unlock(pthread_mutex_t *m)
{
	assert(pthread_mutex_lock(m) == 0);
	assert(pthread_mutex_unlock(m) == 0);
}

static void *use(void *on_heap)
{
	pthread_mutex_t on_stack = PTHREAD_MUTEX_INITIALIZER;

	lock_and_unlock(&normal);
	lock_and_unlock(&zero_filled);
	lock_and_unlock(&adaptive);
	lock_and_unlock(&on_stack);
	lock_and_unlock(on_heap);
	assert(pthread_mutex_lock(&recursive) == 0);
	lock_and_unlock(&recursive);
	assert(pthread_mutex_unlock(&recursive) == 0);
	assert(pthread_mutex_lock(&errorcheck) == 0);
	assert(pthread_mutex_lock(&errorcheck) == EDEADLK);
	assert(pthread_mutex_unlock(&errorcheck) == 0);
	return NULL;
}

int main(void)
{
	pthread_mutex_t *on_heap = malloc(sizeof(*on_heap));
	pthread_t t;

	*on_heap = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	pthread_create(&t, NULL, use, on_heap);
	use(on_heap);
	pthread_join(t, NULL);
	free(on_heap);
	return 0;
}
