// SPDX-License-Identifier: MIT
// expect: ok
// covers: pthread_cancel
// Asking for a cancellation state is fine as long as nobody cancels.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *run(void *arg)
{
	int old;

	assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
	assert(old == PTHREAD_CANCEL_ENABLE);
	assert(pthread_setcancelstate(old, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
	assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0);
	assert(old == PTHREAD_CANCEL_DEFERRED);
	assert(pthread_setcancelstate(77, &old) == EINVAL);
	pthread_testcancel();
	return arg;
}

int main(void)
{
	pthread_t t;
	void *value;

	pthread_create(&t, NULL, run, (void *)1);
	run(NULL);
	pthread_join(t, &value);
	assert(value == (void *)1);
	return 0;
}
