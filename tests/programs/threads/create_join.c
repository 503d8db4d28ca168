// SPDX-License-Identifier: MIT
// expect: ok
// covers: create join exit-value
// join waits for the end of the thread and gives the value of return or of pthread_exit.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int done;

static void *returns(void *arg)
{
	done += 1;
	return (void *)((intptr_t)arg + 1);
}

static void exits_deeper(intptr_t value)
{
	pthread_exit((void *)value);
}

static void *exits(void *arg)
{
	done += 1;
	exits_deeper((intptr_t)arg + 2);
	return NULL;
}

int main(void)
{
	pthread_t t;
	void *value;

	assert(pthread_create(&t, NULL, returns, (void *)10) == 0);
	assert(pthread_join(t, &value) == 0);
	assert(value == (void *)11 && done == 1);

	assert(pthread_create(&t, NULL, exits, (void *)20) == 0);
	assert(pthread_join(t, &value) == 0);
	assert(value == (void *)22 && done == 2);

	assert(pthread_create(&t, NULL, returns, NULL) == 0);
	assert(pthread_join(t, NULL) == 0);
	assert(done == 3);
	return 0;
}
