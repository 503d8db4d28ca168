// SPDX-License-Identifier: MIT
// expect: ok
// warning: sync-misuse
// fails: expected warning 'sync-misuse', got ''
// No warning where one is expected.
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
