// SPDX-License-Identifier: MIT
// expect: ok
// covers: create attributes stack-size
// A stack size asked for in the attributes is there to be used.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

enum { STACK = 2 << 20, USED = 1500 << 10 };

static void *use_stack(void *arg)
{
	volatile char block[USED];

	(void)arg;
	for (size_t i = 0; i < sizeof(block); i += 4096)
		block[i] = (char)i;
	return (void *)(size_t)(block[4096] == 0);
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t t;
	size_t size;
	void *value;

	pthread_attr_init(&attr);
	assert(pthread_attr_setstacksize(&attr, 1) == EINVAL);
	assert(pthread_attr_setstacksize(&attr, STACK) == 0);
	assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == STACK);
	assert(pthread_create(&t, &attr, use_stack, NULL) == 0);
	assert(pthread_join(t, &value) == 0 && value == (void *)1);
	pthread_attr_destroy(&attr);
	return 0;
}
