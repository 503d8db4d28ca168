// SPDX-License-Identifier: MIT
// expect: ok
// fails: expected warning '', got 'sync-misuse'
// A warning where none is expected.
#include <pthread.h>

static void *run(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_detach(t);
	return 0;
}
