// SPDX-License-Identifier: MIT
// expect: finding stack-overflow
// flags: -Wno-infinite-recursion
// covers: stack-overflow main
// Recursion without end in main, after the thread has ended.
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
	depth = 0;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	depth = down(0);
	return depth == 0;
}
