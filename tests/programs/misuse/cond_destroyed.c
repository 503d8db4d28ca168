// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: destroy
// covers: sync-misuse destroyed
// A condition variable is signalled after it has been destroyed.
#include <pthread.h>

static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *run(void *arg)
{
	pthread_cond_signal(&cond); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_cond_destroy(&cond);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
