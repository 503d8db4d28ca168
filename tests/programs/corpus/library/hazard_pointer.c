// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 1
// schedules: all=9 everywhere=9
// covers: GAMBIT hazard pointers
// A reader announces the object that it is about to use; who replaces the object frees the old one
// only if nobody has announced it. The announcement counts only if the object is still the current
// one after it was made: the reader must look again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic current;
static int *_Atomic hazard;

static int *make(int value)
{
	int *p = malloc(sizeof(*p));

	*p = value;
	return p;
}

static void *replace(void *arg)
{
	int *old = atomic_exchange(&current, make(2));

	if (atomic_load(&hazard) != old)
		free(old);
	return arg;
}

int main(void)
{
	pthread_t writer;
	int *p;

	atomic_store(&current, make(1));
	pthread_create(&writer, NULL, replace, NULL);
#ifdef FIXED
	do {
		p = atomic_load(&current);
		atomic_store(&hazard, p);
	} while (atomic_load(&current) != p);
#else
	p = atomic_load(&current);
	atomic_store(&hazard, p);
#endif
	assert(*p == 1 || *p == 2); /* BUG */
	atomic_store(&hazard, NULL);
	pthread_join(writer, NULL);
	return 0;
}
