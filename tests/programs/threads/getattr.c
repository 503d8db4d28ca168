// SPDX-License-Identifier: MIT
// expect: ok
// covers: create attributes
// pthread_getattr_np describes the stack that the caller runs on, in main and in a thread.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *look(void *arg)
{
	pthread_attr_t attr;
	void *low;
	size_t size;
	uintptr_t here = (uintptr_t)&attr;

	(void)arg;
	assert(pthread_getattr_np(pthread_self(), &attr) == 0);
	assert(pthread_attr_getstack(&attr, &low, &size) == 0);
	assert(here >= (uintptr_t)low && here < (uintptr_t)low + size);
	pthread_attr_destroy(&attr);
	return NULL;
}

int main(void)
{
	pthread_t t;

	look(NULL);
	pthread_create(&t, NULL, look, NULL);
	look(NULL);
	pthread_join(t, NULL);
	return 0;
}
