// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=300
// covers: reset large-heap
// 100 MB are set up before the first thread; each execution changes some of it and finds it new.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 100, SIZE = 1 << 20 };

static char *block[BLOCKS];

static void *spoil(void *arg)
{
	int first = *(int *)arg;

	for (int i = first; i < BLOCKS; i += 20) {
		assert(block[i][0] == (char)i && block[i][SIZE - 1] == (char)i);
		block[i][0] = block[i][SIZE - 1] = -1;
	}
	free(block[first]);
	return NULL;
}

int main(void)
{
	int first[2] = {0, 1};
	pthread_t t[2];

	for (int i = 0; i < BLOCKS; i++) {
		block[i] = malloc(SIZE);
		memset(block[i], i, SIZE);
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, spoil, &first[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(block[2][0] == 2);
	return 0;
}
