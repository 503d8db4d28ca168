// SPDX-License-Identifier: MIT
// expect: finding double-free
// options: --schedule=random:1 --executions=2000
// covers: double-free
// Two owners both believe that they are the last one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int owners = 2;
static void *block;

static void *drop(void *arg)
{
	atomic_fetch_sub(&owners, 1);
	if (atomic_load(&owners) == 0)
		free(block); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t[2];

	block = malloc(16);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, drop, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
