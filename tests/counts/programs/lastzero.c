/* SPDX-License-Identifier: MIT */
/*
 * One thread looks for the last zero of an array while N others each set one cell to
 * its neighbour's value plus one. Where depth-first reduction without plans runs into many
 * blocked executions.
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cell[N + 1];

static void *look(void *arg)
{
	int i = N;

	while (atomic_load(&cell[i]) != 0)
		i--;
	return arg;
}

static void *set(void *arg)
{
	long i = (long)arg;

	atomic_store(&cell[i], atomic_load(&cell[i - 1]) + 1);
	return NULL;
}

int main(void)
{
	pthread_t t[N + 1];

	pthread_create(&t[0], NULL, look, NULL);
	for (long i = 1; i <= N; i++)
		pthread_create(&t[i], NULL, set, (void *)i);
	for (int i = 0; i <= N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
