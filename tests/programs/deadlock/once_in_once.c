// SPDX-License-Identifier: MIT
// expect: finding deadlock or sync-misuse
// covers: deadlock self once
// The initialiser asks for itself.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void init(void)
{
	pthread_once(&once, init); /* BUG */
}

static void *run(void *arg)
{
	pthread_once(&once, init);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
