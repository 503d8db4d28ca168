// SPDX-License-Identifier: MIT
// expect: finding segfault
// message: SIGBUS|[Bb]us
// covers: segfault SIGBUS
// An access behind the end of a mapped file.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

static volatile char *map;

static void *run(void *arg)
{
	map[0] = 1; /* BUG */
	return arg;
}

int main(void)
{
	FILE *f = tmpfile();
	pthread_t t;

	map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(f), 0);
	assert(map != MAP_FAILED);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
