// SPDX-License-Identifier: MIT
// expect: ok
// covers: memcpy race
// The same copies under a lock.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
	int left, right;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pair shared;

static void *move(void *arg)
{
	struct pair mine;

	pthread_mutex_lock(&lock);
	memcpy(&mine, &shared, sizeof(mine));
	mine.left += 1;
	mine.right -= 1;
	memcpy(&shared, &mine, sizeof(mine));
	pthread_mutex_unlock(&lock);
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
