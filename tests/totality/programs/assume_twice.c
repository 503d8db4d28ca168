// SPDX-License-Identifier: MIT
// expect: finding assertion
// Every execution that does not preempt the reader between its reads is given up before the
// writer's access is seen to race with the second one.
#include <assert.h>
#include <pthread.h>
#include <scree.h>

static volatile int x; /* read as often as it is written down */

static void *writer(void *arg)
{
	x = 1;
	return arg;
}

static void *reader(void *arg)
{
	scree_assume(x == 0);
	scree_assume(x == 1);
	assert(!"read 0, then 1");
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, writer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
