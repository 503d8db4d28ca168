// SPDX-License-Identifier: MIT
// expect: finding segfault
// message: [Nn]ull
// flags: -Wno-null-dereference
// covers: segfault null
// A read through a null pointer.
#include <pthread.h>
#include <stdlib.h>

static void *run(void *arg)
{
	volatile int *p = NULL;

	if (*p == 1) /* BUG */
		abort();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
