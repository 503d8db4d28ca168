// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: join|itself
// covers: sync-misuse join
// A thread joins itself.
#include <pthread.h>

static int unused;

static void *run(void *arg)
{
	unused++;
	pthread_join(pthread_self(), NULL); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
