// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 1
// schedules: all=5 everywhere=5
// covers: GAMBIT RCU grace period
// Whoever replaces the object waits until no reader is inside before it frees the old one. The
// reader must be inside before it fetches the pointer, not only before it follows it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic current;
static atomic_int readers;

static int *make(int value)
{
	int *p = malloc(sizeof(*p));

	*p = value;
	return p;
}

static void *replace(void *arg)
{
	int *old = atomic_exchange(&current, make(2));

	while (atomic_load(&readers) != 0)
		;
	free(old);
	return arg;
}

int main(void)
{
	pthread_t writer;

	atomic_store(&current, make(1));
	pthread_create(&writer, NULL, replace, NULL);
#ifdef FIXED
	atomic_fetch_add(&readers, 1);
	int *p = atomic_load(&current);
#else
	int *p = atomic_load(&current);
	atomic_fetch_add(&readers, 1);
#endif
	assert(*p == 1 || *p == 2); /* BUG */
	atomic_fetch_sub(&readers, 1);
	pthread_join(writer, NULL);
	return 0;
}
