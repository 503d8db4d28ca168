// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=300 --leaks
// covers: double-free use-after-free
// The twin that is right: whoever brings the count to zero frees.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int owners;
	int value;
};

static void *drop(void *arg)
{
	struct object *o = arg;

	assert(o->value == 5);
	if (atomic_fetch_sub(&o->owners, 1) == 1)
		free(o);
	return NULL;
}

int main(void)
{
	struct object *o = malloc(sizeof(*o));
	pthread_t t[2];

	atomic_init(&o->owners, 2);
	o->value = 5;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, drop, o);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
