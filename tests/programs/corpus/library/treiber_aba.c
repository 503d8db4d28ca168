// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=39 everywhere=39
// covers: GAMBIT Treiber stack ABA
// A lock-free stack of two nodes that are used again. A pop that is interrupted after it has read
// the successor of the top takes the stack for unchanged when the same node is on top again, though
// its successor is another one. A count of changes beside the index tells the two apart.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define TAG 256
#else
#define TAG 0
#endif

static atomic_int top = 1;             /* count of changes * 256 + index; 0: empty */
static atomic_int next[3] = {0, 2, 0}; /* node 1 lies on node 2 */
static atomic_int owners[3];

static int pop(void)
{
	int old = atomic_load(&top), n;

	do {
		n = old % 256;
		if (n == 0)
			return 0;
	} while (
	        !atomic_compare_exchange_strong(&top, &old, old - n + TAG + atomic_load(&next[n])));
	return n;
}

static void push(int n)
{
	int old = atomic_load(&top);

	do
		atomic_store(&next[n], old % 256);
	while (!atomic_compare_exchange_strong(&top, &old, old - old % 256 + TAG + n));
}

static void take(int n)
{
	if (n != 0)
		assert(atomic_fetch_add(&owners[n], 1) == 0); /* BUG */
}

static void *pops_two_pushes_one(void *arg)
{
	int a = pop(), b = pop();

	take(b);
	if (a != 0)
		push(a);
	return arg;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, pops_two_pushes_one, NULL);
	take(pop());
	take(pop());
	pthread_join(other, NULL);
	return 0;
}
