// SPDX-License-Identifier: MIT
// expect: ok
// fails: no
// check: --mode=everywhere --races=limited -> verified, 3 schedules, races add-set
// All of it is so.
#include <pthread.h>

static int x;

static void *add(void *arg)
{
	x++; /* add */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	x = 5; /* set */
	return pthread_join(t, NULL);
}
