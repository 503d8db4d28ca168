// SPDX-License-Identifier: MIT
// expect: finding segfault
// covers: segfault jump
// A call through a null function pointer.
#include <pthread.h>
#include <stdlib.h>

static void (*volatile callback)(void);

static void *run(void *arg)
{
	callback(); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
