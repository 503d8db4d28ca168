// SPDX-License-Identifier: MIT
// expect: ok
// covers: scree_choose
// A choice among n is below n, and a choice among one is none.
#include <assert.h>
#include <pthread.h>
#include <scree.h>

static void *run(void *arg)
{
	assert(scree_choose(5) < 5);
	assert(scree_choose(1) == 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
	return 0;
}
