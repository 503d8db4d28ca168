// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: thesis figure 2.1
// check: --mode=sync-only -> budget, races add-add
// check: -> assertion, races add-add
// check: --mode=everywhere --races=limited --continue -> assertion, 4 schedules, races add-add
// Two threads count without a lock: one of them may overwrite what the other has added. Of the 20
// interleavings of load, add and store that the thesis draws, 4 differ.
#include <assert.h>
#include <pthread.h>

static int x;

static void *count(void *arg)
{
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
	assert(x == 2); /* BUG */
	return 0;
}
