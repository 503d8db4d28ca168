// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: join
// covers: sync-misuse join
// A thread is joined twice.
#include <pthread.h>

static int unused;

static void *run(void *arg)
{
	unused++;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	pthread_join(t, NULL); /* BUG */
	return 0;
}
