/* SPDX-License-Identifier: MIT */
/* One writer and N readers of one variable: each reader before or after the write, 2^N. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *get(void *arg)
{
	(void)atomic_load(&x);
	return arg;
}

static void *put(void *arg)
{
	atomic_store(&x, 1);
	return arg;
}

int main(void)
{
	pthread_t t[N + 1];

	pthread_create(&t[0], NULL, put, NULL);
	for (int i = 1; i <= N; i++)
		pthread_create(&t[i], NULL, get, NULL);
	for (int i = 0; i <= N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
