// SPDX-License-Identifier: MIT
// expect: finding assertion
// The same with assertions: the third one fails only in executions that neither of the others ends.
#include <assert.h>
#include <pthread.h>

static volatile int x; /* read as often as it is written down */

static void *writer(void *arg)
{
	x = 1;
	return arg;
}

static void *reader(void *arg)
{
	assert(x == 0);
	assert(x == 1);
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
