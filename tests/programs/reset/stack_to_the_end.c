// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=20
// covers: reset stack alloca
// Threads use their stacks down to the last page, and the next execution starts all the same.
#define _GNU_SOURCE
#include <alloca.h>
#include <pthread.h>

static int reached;

static void *deep(void *arg)
{
	pthread_attr_t attr;
	void *low;
	size_t size;
	char here;

	pthread_getattr_np(pthread_self(), &attr);
	pthread_attr_getstack(&attr, &low, &size);
	volatile char *end = alloca((size_t)(&here - (char *)low) - 3500);
	end[0] = 1;
	__atomic_fetch_add(&reached, 1, __ATOMIC_RELAXED);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, deep, NULL);
	pthread_create(&b, NULL, deep, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return reached != 2;
}
