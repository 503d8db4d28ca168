// SPDX-License-Identifier: MIT
// expect: finding assertion or data-race
// where: any
// covers: memcpy race
// Accesses through memcpy are accesses: another thread's write can fall between copy and copy back.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
	int left, right;
};

static struct pair shared;

static void *move(void *arg)
{
	struct pair mine;

	memcpy(&mine, &shared, sizeof(mine));
	mine.left += 1;
	mine.right -= 1;
	memcpy(&shared, &mine, sizeof(mine));
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, move, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(shared.left == 2 && shared.right == -2);
	return 0;
}
