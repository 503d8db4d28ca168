// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=2 everywhere=2
// misses: sync-only single (needs a data-race preemption point)
// covers: GAMBIT RCU publish
// A record is published through a pointer before its second field is written. A reader between the
// two sees half of it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct record {
	int key, copy;
};
static struct record one;
static struct record *_Atomic published;

static void *publish(void *arg)
{
	one.key = 7;
#ifdef FIXED
	one.copy = 7;
	atomic_store(&published, &one);
#else
	atomic_store(&published, &one);
	one.copy = 7;
#endif
	return arg;
}

int main(void)
{
	pthread_t writer;

	pthread_create(&writer, NULL, publish, NULL);
	struct record *r = atomic_load(&published);
	if (r != NULL)
		assert(r->key == r->copy); /* BUG */
	pthread_join(writer, NULL);
	return 0;
}
