// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=1 everywhere=1
// misses: sync-only single (needs a data-race preemption point)
// covers: application parallel quicksort
// Both halves are sorted at the same time. The first one reaches one element too far, into what
// belongs to the second thread; sorted one after the other nobody would notice.
#include <assert.h>
#include <pthread.h>

static int numbers[4] = {2, 1, 4, 3};

static void order(int *a, int *b)
{
	int x = *a, y = *b;

	*a = x < y ? x : y;
	*b = x < y ? y : x;
}

static void *sort_upper(void *arg)
{
	order(&numbers[2], &numbers[3]);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, sort_upper, NULL);
	order(&numbers[0], &numbers[1]);
#ifndef FIXED
	order(&numbers[1], &numbers[2]);
#endif
	pthread_join(t, NULL);
	for (int i = 0; i < 4; i++)
		assert(numbers[i] == i + 1); /* BUG */
	return 0;
}
