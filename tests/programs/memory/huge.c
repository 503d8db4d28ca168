// SPDX-License-Identifier: MIT
// expect: ok
// flags: -fno-builtin -Wno-alloc-size-larger-than -Wno-use-after-free
// covers: malloc calloc realloc ENOMEM
// What cannot be had is refused with ENOMEM, and what was there stays.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static volatile size_t huge = SIZE_MAX / 2, half = SIZE_MAX / 4 + 1;

/* Compilers know better than malloc whether it succeeds and sets errno; hence -fno-builtin too. */
static __thread void *volatile result;

static void *check(void *arg)
{
	char *p = malloc(8);
	void *aligned;

	strcpy(p, "here");
	errno = 0;
	result = malloc(huge);
	assert(result == NULL && errno == ENOMEM);
	errno = 0;
	result = calloc(half, 4);
	assert(result == NULL && errno == ENOMEM);
	errno = 0;
	result = realloc(p, huge);
	assert(result == NULL && errno == ENOMEM);
	errno = 0;
	result = reallocarray(p, half, 4);
	assert(result == NULL && errno == ENOMEM);
	assert(strcmp(p, "here") == 0);
	assert(posix_memalign(&aligned, 64, huge) == ENOMEM);
	errno = 0;
	result = aligned_alloc(64, huge);
	assert(result == NULL && errno == ENOMEM);
	free(p);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, check, NULL);
	check(NULL);
	pthread_join(t, NULL);
	return 0;
}
