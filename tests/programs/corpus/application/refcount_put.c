// SPDX-License-Identifier: MIT
// bug: double-free or use-after-free
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: application reference counting
// The count goes down by one step and is looked at by another: two threads can both find it at
// zero.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int references;
};

static void *put(void *arg)
{
	struct object *o = arg;

#ifdef FIXED
	if (atomic_fetch_sub(&o->references, 1) == 1)
		free(o);
#else
	atomic_fetch_sub(&o->references, 1);
	if (atomic_load(&o->references) == 0) /* BUG */
		free(o);                      /* BUG */
#endif
	return NULL;
}

int main(void)
{
	struct object *o = malloc(sizeof(*o));
	pthread_t t;

	atomic_init(&o->references, 2);
	pthread_create(&t, NULL, put, o);
	put(o);
	pthread_join(t, NULL);
	return 0;
}
