// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: scree_choose
// Every value is tried: the only pair that fails is found.
#include <assert.h>
#include <pthread.h>
#include <scree.h>

static unsigned chosen;

static void *run(void *arg)
{
	chosen = scree_choose(4);
	return arg;
}

int main(void)
{
	unsigned here = scree_choose(3);
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(!(here == 2 && chosen == 3)); /* BUG */
	return 0;
}
