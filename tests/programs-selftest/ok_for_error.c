// SPDX-License-Identifier: MIT
// expect: error
// message: fork
// fails: expected error, got ok
// Nothing wrong where an error is expected.
#include <pthread.h>

static void *run(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
