// SPDX-License-Identifier: MIT
// expect: ok
// covers: buffer-overflow use-after-free invalid-free
// First and last byte of blocks of every small size; free of NULL; a block freed and made anew.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *run(void *arg)
{
	for (size_t size = 1; size <= 70; size++) {
		volatile char *p = malloc(size);

		p[0] = 1;
		p[size - 1] = 2;
		assert(p[size - 1] == 2);
		free((void *)p);
	}
	free(NULL);
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
