// SPDX-License-Identifier: MIT
// expect: finding segfault
// message: 123456789000
// covers: segfault wild
// A write through a pointer to nowhere.
#include <pthread.h>
#include <stdlib.h>
#include <stdint.h>

static volatile uintptr_t nowhere = 0x123456789000;

static void *run(void *arg)
{
	*(volatile int *)nowhere = 1; /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
