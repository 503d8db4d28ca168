// SPDX-License-Identifier: MIT
// expect: ok
// covers: malloc calloc realloc free usable-size zero
// Blocks are aligned, apart from one another, zeroed where promised, kept by realloc.
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *check(void *arg)
{
	static const size_t sizes[] = {0, 1, 7, 8, 16, 24, 100, 1000, 4096, 70000, 1 << 20};
	enum { N = sizeof(sizes) / sizeof(*sizes) };
	char *block[N], *p, *q;
	void *volatile result;

	for (int i = 0; i < N; i++) {
		block[i] = malloc(sizes[i]);
		assert(block[i] != NULL);
		assert((uintptr_t)block[i] % 16 == 0);
		assert(malloc_usable_size(block[i]) >= sizes[i]);
		memset(block[i], i, sizes[i]);
	}
	for (int i = 0; i < N; i++) {
		for (size_t j = 0; j < sizes[i]; j += 97)
			assert(block[i][j] == (char)i);
		free(block[i]);
	}

	p = malloc(0);
	q = malloc(0);
	assert(p != NULL && q != NULL && p != q);
	free(p);
	free(q);
	free(NULL);
	assert(malloc_usable_size(NULL) == 0);

	p = calloc(10, 100);
	for (int i = 0; i < 1000; i++)
		assert(p[i] == 0);
	strcpy(p, "kept");
	p = realloc(p, 100000);
	assert(strcmp(p, "kept") == 0);
	p = realloc(p, 5);
	assert(strcmp(p, "kept") == 0);
	p = reallocarray(p, 3, 2);
	assert(memcmp(p, "kept", 5) == 0);
	free(p);
	p = realloc(NULL, 8);
	assert(p != NULL);
	memset(p, 1, 8);
	result = realloc(p, 0);
	assert(result == NULL);
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
