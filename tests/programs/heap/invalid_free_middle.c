// SPDX-License-Identifier: MIT
// expect: finding invalid-free
// flags: -Wno-free-nonheap-object
// covers: invalid-free middle
// The middle of a block is freed.
#include <pthread.h>
#include <stdlib.h>

static int *volatile block;

static void *run(void *arg)
{
	free(block + 1); /* BUG */
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
