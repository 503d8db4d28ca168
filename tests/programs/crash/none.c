// SPDX-License-Identifier: MIT
// expect: ok
// covers: segfault
// What comes close to a crash and is none: null compared, the last byte of a page, x / -1.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

static void *run(void *arg)
{
	char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int *volatile nothing = NULL;
	volatile int minus_one = -1;

	assert(nothing == NULL);
	page[0] = page[4095] = 1;
	assert(munmap(page, 4096) == 0);
	assert(10 / minus_one == -10);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
	return 0;
}
