// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: read and write of one address
// check: -> assertion
// check: --mode=everywhere --continue -> assertion, 3 schedules
// The read of an increment is an access of its own: the other's write may come before it, between
// it and the write, or after both.
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *arg)
{
	x++;
	return arg;
}

static void *set(void *arg)
{
	x = 5;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, set, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(x != 6); /* BUG */
	return 0;
}
