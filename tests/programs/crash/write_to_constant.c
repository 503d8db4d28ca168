// SPDX-License-Identifier: MIT
// expect: finding segfault
// message: read-only|write
// covers: segfault read-only
// A write to a string literal.
#include <pthread.h>
#include <stdlib.h>

static const char *volatile text = "constant";

static void *run(void *arg)
{
	*(volatile char *)text = 1; /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
