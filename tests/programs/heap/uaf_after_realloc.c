// SPDX-License-Identifier: MIT
// expect: finding use-after-free
// flags: -Wno-use-after-free
// covers: use-after-free realloc
// realloc may move the block: the old pointer is dead.
#include <pthread.h>
#include <stdlib.h>

static int *volatile block;

static void *run(void *arg)
{
	int *old = block;

	block = realloc(old, 100000);
	old[0] = 1; /* BUG */
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
