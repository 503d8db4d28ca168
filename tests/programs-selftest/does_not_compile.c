// SPDX-License-Identifier: MIT
// expect: ok
// fails: does not compile
// The compiler warns, so it is not compiled.
#include <pthread.h>

static void *run(void *arg)
{
	int unused;

	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
