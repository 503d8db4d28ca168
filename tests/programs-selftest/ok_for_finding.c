// SPDX-License-Identifier: MIT
// expect: finding assertion
// fails: expected finding assertion, got ok
// Nothing found where a finding is expected.
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
