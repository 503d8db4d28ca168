// SPDX-License-Identifier: MIT
// expect: finding invalid-free
// flags: -Wno-free-nonheap-object -Wno-dangling-pointer
#include <pthread.h>
#include <stdlib.h>

static int *volatile block;

static void *run(void *arg)
{
	int local = 0;

	block = &local;
	free(block); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	block = calloc(4, sizeof(*block));
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
