// SPDX-License-Identifier: MIT
// expect: ok
// covers: stack-overflow
// Deep, but not too deep: 150 KB of stack in each of two threads, 1 MB in main.
#include <assert.h>
#include <pthread.h>

static int down(int n)
{
	volatile char frame[1024];

	frame[0] = 1;
	return n == 0 ? 0 : down(n - 1) + frame[0];
}

static void *run(void *arg)
{
	assert(down(120) == 120);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, NULL);
	assert(down(900) == 900);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
