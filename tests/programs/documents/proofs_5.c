// SPDX-License-Identifier: MIT
// expect: ok or assertion
// where: any
// covers: soundness proofs figure 5
// check: --mode=sync-only -> budget
// check: -> assertion
// check: --mode=maximal -> assertion
// check: --races=pure -> assertion
// check: --mode=maximal --races=pure -> assertion
// check: --mode=everywhere --races=limited -> assertion
// Races found only through one another: the second increment is reached only by threads that were
// preempted in the middle of the first, and the bug only by such that raced there too.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static int x, y;
static bool raced_x[2], raced_y[2];

static void *run(void *arg)
{
	int me = arg != NULL, other = !me;
	x = x + 1;
	raced_x[me] = true;
	if (x == 1 && raced_x[other]) {
		y = y + 1;
		raced_y[me] = true;
		if (y == 1 && raced_y[other])
			assert(!"both were lost"); /* BUG */
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, &x);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
