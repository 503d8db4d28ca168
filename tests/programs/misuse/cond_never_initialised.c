// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: initiali[sz]ed
// covers: sync-misuse uninitialised
// A condition variable in fresh heap memory that nobody has initialised.
#include <pthread.h>
#include <stdlib.h>

static pthread_cond_t *cond;

static void *run(void *arg)
{
	pthread_cond_broadcast(cond); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	cond = malloc(sizeof(*cond));
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	free(cond);
	return 0;
}
