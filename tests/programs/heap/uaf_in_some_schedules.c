// SPDX-License-Identifier: MIT
// expect: finding use-after-free
// message: freed
// options: --schedule=random:1 --executions=2000
// covers: use-after-free
// The reference count is taken after the look-up: the object may be gone by then.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int owners;
};

static _Atomic(struct object *) registered;

static void drop(struct object *o)
{
	if (atomic_fetch_sub(&o->owners, 1) == 1)
		free(o);
}

static void *user(void *arg)
{
	struct object *o = atomic_load(&registered);

	if (o) {
		atomic_fetch_add(&o->owners, 1); /* BUG */
		drop(o);
	}
	return arg;
}

int main(void)
{
	struct object *o = malloc(sizeof(*o));
	pthread_t t;

	atomic_init(&o->owners, 1);
	atomic_store(&registered, o);
	pthread_create(&t, NULL, user, NULL);
	atomic_store(&registered, NULL);
	drop(o);
	pthread_join(t, NULL);
	return 0;
}
