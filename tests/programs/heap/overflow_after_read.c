// SPDX-License-Identifier: MIT
// expect: finding buffer-overflow
// flags: -Wno-array-bounds -Wno-stringop-overflow
// covers: buffer-overflow after
// A read of one byte after the end of a block of odd size.
#include <pthread.h>
#include <stdlib.h>

static int *volatile block;
static volatile int sink;

static void *run(void *arg)
{
	volatile char *p = malloc(13);

	p[12] = 1;
	sink = p[13]; /* BUG */
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
