// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 1
// schedules: all=3 everywhere=3
// covers: application reference counting
// An object is found in a table and then held. Between the two its last holder may take it out and
// free it; find and hold must be one under the lock of the table.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int references;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object *table;

static void put(struct object *o)
{
	pthread_mutex_lock(&lock);
	if (atomic_fetch_sub(&o->references, 1) == 1) {
		table = NULL;
		free(o);
	}
	pthread_mutex_unlock(&lock);
}

static struct object *get(void)
{
	pthread_mutex_lock(&lock);
	struct object *o = table;
#ifndef FIXED
	pthread_mutex_unlock(&lock);
#endif
	if (o != NULL)
		atomic_fetch_add(&o->references, 1); /* BUG */
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
	return o;
}

static void *last_put(void *arg)
{
	put(arg);
	return NULL;
}

int main(void)
{
	pthread_t t;

	table = malloc(sizeof(*table));
	atomic_init(&table->references, 1);
	pthread_create(&t, NULL, last_put, table);
	struct object *o = get();
	if (o != NULL)
		put(o);
	pthread_join(t, NULL);
	return 0;
}
