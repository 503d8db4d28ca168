// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=50
// covers: tls large
// A megabyte of thread-local storage in each of four threads.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { SIZE = 1 << 20 };

static __thread char large[SIZE];
static __thread char tail = 5;

static void *use(void *arg)
{
	char id = *(char *)arg;

	assert(tail == 5);
	for (size_t i = 0; i < SIZE; i += 65536) {
		assert(large[i] == 0);
		large[i] = id;
	}
	large[SIZE - 1] = id;
	for (size_t i = 0; i < SIZE; i += 65536)
		assert(large[i] == id);
	return NULL;
}

int main(void)
{
	char id[4] = {1, 2, 3, 4};
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		assert(pthread_create(&t[i], NULL, use, &id[i]) == 0);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
