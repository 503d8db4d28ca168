// SPDX-License-Identifier: MIT
// expect: ok
// covers: leak
// Without --leaks a lost block is no finding.
#include <pthread.h>
#include <stdlib.h>

static void *volatile lost;

static void *run(void *arg)
{
	lost = malloc(16);
	lost = NULL;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
