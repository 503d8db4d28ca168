// SPDX-License-Identifier: MIT
// expect: finding buffer-overflow
// flags: -Wno-array-bounds -Wno-stringop-overflow
// covers: buffer-overflow after
// One element after the end.
#include <pthread.h>
#include <stdlib.h>

static int *volatile block;

static void *run(void *arg)
{
	block[4] = 1; /* BUG */
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
