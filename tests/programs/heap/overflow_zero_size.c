// SPDX-License-Identifier: MIT
// expect: finding buffer-overflow
// flags: -Wno-array-bounds -Wno-stringop-overflow
// covers: buffer-overflow zero
// A block of no bytes has none to write to.
#include <pthread.h>
#include <stdlib.h>

static int *volatile block;

static void *run(void *arg)
{
	volatile char *p = malloc(0);

	p[0] = 1; /* BUG */
	free((void *)p);
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
