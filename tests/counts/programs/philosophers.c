/* SPDX-License-Identifier: MIT */
/*
 * N philosophers take their forks in order of number. Neighbours share one fork, two
 * orders each; all in a circle the same way round is impossible: 2^N - 2.
 */
#include <pthread.h>

static pthread_mutex_t fork_[N];

static void *eat(void *arg)
{
	int left = (int)(long)arg, right = (left + 1) % N;
	int low = left < right ? left : right, high = left < right ? right : left;

	pthread_mutex_lock(&fork_[low]);
	pthread_mutex_lock(&fork_[high]);
	pthread_mutex_unlock(&fork_[high]);
	pthread_mutex_unlock(&fork_[low]);
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_mutex_init(&fork_[i], NULL);
	for (long i = 0; i < N; i++)
		pthread_create(&t[i], NULL, eat, (void *)i);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
