// SPDX-License-Identifier: MIT
// expect: finding abort
// covers: abort always
// abort is called outright.
#include <pthread.h>
#include <stdlib.h>

static void *run(void *arg)
{
	abort(); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
