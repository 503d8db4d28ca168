// SPDX-License-Identifier: MIT
// expect: ok
// covers: thesis figure 2.1
// check: -> verified, races add-add
// check: --races=pure -> verified, races add-add
// check: --mode=everywhere --races=limited -> verified, 34 schedules, races add-add
// The exercise in its footnote: however two threads count without a lock, more than once each, it
// is never less than 2 that comes out.
#include <assert.h>
#include <pthread.h>

static volatile int x; /* as many accesses at every level of optimization */

static void *count(void *arg)
{
	for (int i = 0; i < 2; i++)
		x++; /* add */
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(x >= 2 && x <= 4);
	return 0;
}
