// SPDX-License-Identifier: MIT
// expect: finding infinite-loop
// options: --schedule=random:1 --executions=300 --stuck-after=300ms
// where: any
// covers: infinite-loop
// A loop that does nothing visible at all: no access, no call.
#include <pthread.h>

static void *run(void *arg)
{
	for (;;)
		__asm__ volatile("");
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
