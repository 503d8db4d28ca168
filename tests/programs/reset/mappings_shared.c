// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=100
// covers: reset mmap shared memfd
// Shared mappings of the set-up are as new in each execution, and two of one file stay one memory.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 1 << 17 };

static int *anonymous, *first, *second;

static int *map(int flags, int fd)
{
	int *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | flags, fd, 0);
	assert(p != MAP_FAILED);
	return p;
}

static void *count(void *arg)
{
	__atomic_fetch_add(anonymous, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(first, 1, __ATOMIC_RELAXED);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int fd = memfd_create("shared", 0), in_file = 0;

	assert(fd >= 0 && ftruncate(fd, SIZE) == 0);
	anonymous = map(MAP_ANONYMOUS, -1);
	first = map(0, fd);
	second = map(0, fd);
	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(*anonymous == 2 && *first == 2 && *second == 2);
	assert(pread(fd, &in_file, sizeof(in_file), 0) == sizeof(in_file));
	assert(in_file == 2);
	return 0;
}
