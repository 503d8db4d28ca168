// SPDX-License-Identifier: MIT
// expect: finding stack-overflow
// where: any
// flags: -Wno-infinite-recursion
// covers: stack-overflow thread
// Frames of a megabyte: a small guard area would be stepped over, into the stack of another thread.
#include <pthread.h>

static volatile int depth;

static int down(int n)
{
	volatile char frame[1 << 20];

	frame[0] = (char)n;
	depth++;
	return down(n + 1) + frame[0];
}

static void *idle(void *arg)
{
	depth = 0;
	return arg;
}

static void *run(void *arg)
{
	down(0);
	return arg;
}

int main(void)
{
	pthread_t other, thread;

	pthread_create(&other, NULL, idle, NULL);
	pthread_create(&thread, NULL, run, NULL);
	pthread_join(other, NULL);
	pthread_join(thread, NULL);
	return 0;
}
