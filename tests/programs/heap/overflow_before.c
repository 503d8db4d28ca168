// SPDX-License-Identifier: MIT
// expect: finding buffer-overflow
// flags: -Wno-array-bounds -Wno-stringop-overflow
// covers: buffer-overflow before
// One element before the start.
#include <pthread.h>
#include <stdlib.h>

static int *volatile block;
static volatile int sink;

static void *run(void *arg)
{
	block[sink - 1] = 1; /* BUG */
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
