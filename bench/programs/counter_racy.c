/* SPDX-License-Identifier: MIT */
/* Two threads that increment a variable five times each, without a lock. */
#include <pthread.h>

static volatile int n;

static void *add(void *arg)
{
	for (int i = 0; i < 5; i++)
		n++;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return n < 2;
}
