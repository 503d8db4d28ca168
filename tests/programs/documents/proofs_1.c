// SPDX-License-Identifier: MIT
// expect: ok
// covers: soundness proofs figure 1
// check: --mode=everywhere --races=limited -> verified, 2 schedules, races init-use
// check: --mode=everywhere --races=pure -> verified, 2 schedules, no races
// check: --races=limited -> verified, races init-use
// check: --races=pure -> verified, no races
// An object is set up, then published under a lock; who finds it there writes it.
// Must-happen-before takes the two writes for a candidate, pure happens-before does not. They
// cannot be reordered.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct thing {
	int foo;
};
static struct thing one;
static struct thing *global;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *publishes(void *arg)
{
	struct thing *my = arg;
	my->foo = 1; /* init */
	pthread_mutex_lock(&lock);
	global = my;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *uses(void *arg)
{
	pthread_mutex_lock(&lock);
	struct thing *my = global;
	pthread_mutex_unlock(&lock);
	if (my != NULL)
		my->foo = 2; /* use */
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, publishes, &one);
	pthread_create(&b, NULL, uses, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(one.foo == 1 || one.foo == 2);
	return 0;
}
