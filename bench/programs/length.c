/* SPDX-License-Identifier: MIT */
/*
 * Two threads that add to a variable of their own N times each, and to a common one three times
 * on the way: executions of some 2 N events, C(6, 3) = 20 of them.
 */
#include <pthread.h>
#include <stdatomic.h>

#define TOGETHER 3

static atomic_int own[2], common;

static void *add(void *arg)
{
	for (int k = 0; k < TOGETHER; k++) {
		for (int i = 0; i < N / TOGETHER; i++)
			atomic_fetch_add(&own[(long)arg], 1);
		atomic_fetch_add(&common, 1);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
