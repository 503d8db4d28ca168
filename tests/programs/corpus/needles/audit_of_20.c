// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=3 everywhere=3
// covers: needle 20-thread reordering
// Nineteen threads move something from one of their two fields to the other; an audit looks at the
// pair of the first. Of 20! orders of the threads few differ in what anybody sees, and one of those
// fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 19

struct pair {
	atomic_int from, to;
};
static struct pair pairs[THREADS];

static void *move(void *arg)
{
	struct pair *p = arg;

#ifdef FIXED
	atomic_fetch_add(&p->to, 1);
	atomic_fetch_sub(&p->from, 1);
#else
	atomic_fetch_sub(&p->from, 1);
	atomic_fetch_add(&p->to, 1);
#endif
	return NULL;
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < THREADS; i++) {
		atomic_init(&pairs[i].from, 1);
		pthread_create(&t, NULL, move, &pairs[i]);
	}
	int there = atomic_load(&pairs[0].from);
	assert(there + atomic_load(&pairs[0].to) >= 1); /* BUG */
	pthread_exit(NULL);
}
