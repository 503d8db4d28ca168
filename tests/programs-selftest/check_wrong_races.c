// SPDX-License-Identifier: MIT
// expect: ok
// fails: check: expected races add-add, got races add-set
// check: --races=limited -> verified, races add-add
// Other lines race.
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
