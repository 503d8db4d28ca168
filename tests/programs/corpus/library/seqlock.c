// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=25 everywhere=25
// covers: GAMBIT seqlock
// A sequence lock: the number is odd while the writer is at work, and a reader that finds it
// changed reads again. This reader compares the numbers but forgets that an odd one means that it
// must wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int x, y;

static void *write_pair(void *arg)
{
	atomic_fetch_add(&sequence, 1);
	atomic_store(&x, 1);
	atomic_store(&y, 1);
	atomic_fetch_add(&sequence, 1);
	return arg;
}

int main(void)
{
	pthread_t writer;
	unsigned before;
	int a, b;

	pthread_create(&writer, NULL, write_pair, NULL);
	do {
		before = atomic_load(&sequence);
#ifdef FIXED
		while (before % 2 != 0)
			before = atomic_load(&sequence);
#endif
		a = atomic_load(&x);
		b = atomic_load(&y);
	} while (atomic_load(&sequence) != before);
	assert(a == b); /* BUG */
	pthread_join(writer, NULL);
	return 0;
}
