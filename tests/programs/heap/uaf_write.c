// SPDX-License-Identifier: MIT
// expect: finding use-after-free
// message: freed
// flags: -Wno-use-after-free
// covers: use-after-free write
// A write to a freed block.
#include <pthread.h>
#include <stdlib.h>

static int *volatile block;

static void *run(void *arg)
{
	free(block);
	block[3] = 1; /* BUG */
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
