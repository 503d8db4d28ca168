// SPDX-License-Identifier: MIT
// expect: finding segfault
// covers: start destructor
// A crash after main has returned.
#include <pthread.h>
#include <stddef.h>

static int *volatile nowhere;

__attribute__((destructor)) static void tear_down(void)
{
	*nowhere = 1; /* BUG */
}

static void *run(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
