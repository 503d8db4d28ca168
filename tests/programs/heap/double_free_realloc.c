// SPDX-License-Identifier: MIT
// expect: finding double-free or use-after-free
// flags: -Wno-use-after-free
// covers: double-free realloc
// realloc of a freed block frees it again.
#include <pthread.h>
#include <stdlib.h>

static int *volatile block;

static void *run(void *arg)
{
	free(block);
	block = realloc(block, 100); /* BUG */
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
