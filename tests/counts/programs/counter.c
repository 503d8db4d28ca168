/* SPDX-License-Identifier: MIT */
/*
 * N threads add one to a variable K times, in two steps each. Two reads commute, all else
 * does not: the number of words with R and W in which only neighbouring Rs of different
 * threads may change places.
 */
#include <pthread.h>

static volatile int x;

static void *add(void *arg)
{
	for (int i = 0; i < K; i++) {
		int seen = x;
		x = seen + 1;
	}
	return arg;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
