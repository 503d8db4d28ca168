// SPDX-License-Identifier: MIT
// expect: ok
// covers: aligned_alloc posix_memalign memalign valloc
// Every aligned variant aligns, and its block can be freed and grown.
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *check(void *arg)
{
	for (size_t align = 8; align <= 65536; align *= 2) {
		void *p;

		assert(posix_memalign(&p, align, align + 3) == 0);
		assert((uintptr_t)p % align == 0);
		memset(p, 1, align + 3);
		free(p);
		p = aligned_alloc(align, 2 * align);
		assert(p != NULL && (uintptr_t)p % align == 0);
		memset(p, 2, 2 * align);
		free(p);
		p = memalign(align, 5);
		assert(p != NULL && (uintptr_t)p % align == 0);
		memcpy(p, "abcd", 5);
		p = realloc(p, 300);
		assert(strcmp(p, "abcd") == 0);
		free(p);
	}
	return arg;
}

int main(void)
{
	pthread_t t;
	void *p = NULL;

	assert(posix_memalign(&p, 3, 8) == EINVAL && p == NULL);
	assert(posix_memalign(&p, 4, 8) == EINVAL && p == NULL);
	pthread_create(&t, NULL, check, NULL);
	check(NULL);
	pthread_join(t, NULL);
	return 0;
}
