// SPDX-License-Identifier: MIT
// expect: finding stack-overflow
// flags: -Wno-infinite-recursion
// covers: stack-overflow thread
// Recursion without end in a thread.
#include <pthread.h>

static volatile int depth;

static int down(int n)
{
	volatile char frame[1024];

	frame[0] = (char)n;
	depth++;
	return down(n + 1) + frame[0]; /* BUG */
}

static void *run(void *arg)
{
	depth = down(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return depth == 0;
}
