// SPDX-License-Identifier: MIT
// expect: finding double-free
// flags: -Wno-use-after-free
// covers: double-free free
// The same block is freed twice.
#include <pthread.h>
#include <stdlib.h>

static int *volatile block;

static void *run(void *arg)
{
	free(block);
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
