// SPDX-License-Identifier: MIT
// expect: finding segfault
// covers: segfault wild
// An address that no x86-64 process can have.
#include <pthread.h>
#include <stdlib.h>
#include <stdint.h>

static volatile uintptr_t nowhere = 0xdeadbeefdeadbeef;

static void *run(void *arg)
{
	*(volatile char *)nowhere = 1; /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
