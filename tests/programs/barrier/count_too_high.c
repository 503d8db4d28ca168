// SPDX-License-Identifier: MIT
// expect: finding deadlock
// covers: barrier deadlock
// The barrier expects one thread more than there are.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *arg)
{
	pthread_barrier_wait(&barrier); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_barrier_init(&barrier, NULL, 3);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
