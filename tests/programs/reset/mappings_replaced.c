// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=100
// covers: reset mmap mprotect madvise sbrk
// What an execution does to mappings of the set-up is undone: committed by mprotect or by mmap over
// them, unsealed, dropped with madvise. Dropped memory reads as zeros within the execution.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, SIZE = 1 << 17 };

static char *reserved, *sealed, *full, *heap;

static char *map(int prot)
{
	char *p = mmap(NULL, SIZE, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(p != MAP_FAILED);
	return p;
}

static void *commit(void *arg)
{
	char *part = reserved + PAGE;

	assert(mprotect(reserved, PAGE, PROT_READ | PROT_WRITE) == 0);
	assert(reserved[1] == 0);
	reserved[1] = 1;
	assert(mmap(part, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
	            0) == part);
	assert(part[1] == 0);
	part[1] = 1;
	assert(sealed[0] == 's');
	assert(mprotect(sealed, PAGE, PROT_READ | PROT_WRITE) == 0);
	sealed[0] = 'x';
	return arg;
}

static void *drop(void *arg)
{
	char *more = sbrk(PAGE);

	assert(full[PAGE] == 'f' && full[2 * PAGE] == 'f');
	assert(madvise(full + PAGE, PAGE, MADV_DONTNEED) == 0);
	assert(full[PAGE] == 0 && full[2 * PAGE] == 'f');
	full[PAGE] = 1;
	assert(heap[0] == 'h');
	assert(madvise(heap, PAGE, MADV_DONTNEED) == 0);
	assert(heap[0] == 0 && heap[PAGE] == 'h');
	assert(mprotect(heap, PAGE, PROT_NONE) == 0);
	assert(more != (char *)-1 && more[0] == 0);
	more[0] = 1;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	reserved = map(PROT_NONE);
	sealed = map(PROT_READ | PROT_WRITE);
	sealed[0] = 's';
	mprotect(sealed, SIZE, PROT_READ);
	full = map(PROT_READ | PROT_WRITE);
	memset(full, 'f', SIZE);
	madvise(full, SIZE, MADV_DONTFORK);
	heap = aligned_alloc(PAGE, 2 * PAGE);
	memset(heap, 'h', 2 * PAGE);
	pthread_create(&a, NULL, commit, NULL);
	pthread_create(&b, NULL, drop, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
