// SPDX-License-Identifier: MIT
// expect: ok
// covers: keys destructors
// A destructor that stores a value again is called again, PTHREAD_DESTRUCTOR_ITERATIONS times.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t stubborn, late;
static int calls, late_calls;

static void again(void *value)
{
	calls++;
	assert(pthread_setspecific(stubborn, value) == 0);
	if (calls == 1)
		assert(pthread_setspecific(late, value) == 0);
}

static void once_more(void *value)
{
	(void)value;
	late_calls++;
}

static void *run(void *arg)
{
	pthread_setspecific(stubborn, arg);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_key_create(&stubborn, again);
	pthread_key_create(&late, once_more);
	pthread_create(&t, NULL, run, (void *)1);
	pthread_join(t, NULL);
	assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS);
	assert(late_calls == 1);
	return 0;
}
