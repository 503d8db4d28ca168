// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=500
// covers: reset mmap
// Memory from mmap is part of the state: written, unmapped or made read-only, it is as it was.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

enum { SIZE = 1 << 16 };

static char *kept, *dropped;

static void *spoil(void *arg)
{
	char *extra = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert(extra != MAP_FAILED && extra[0] == 0);
	extra[0] = 1;
	assert(kept[0] == 1 && kept[SIZE - 1] == 0);
	kept[0] = kept[SIZE - 1] = 9;
	assert(mprotect(kept, SIZE, PROT_READ) == 0);
	assert(dropped[0] == 2);
	assert(munmap(dropped, SIZE) == 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	kept = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	dropped = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(kept != MAP_FAILED && dropped != MAP_FAILED);
	kept[0] = 1;
	dropped[0] = 2;
	pthread_create(&t, NULL, spoil, NULL);
	pthread_join(t, NULL);
	return 0;
}
