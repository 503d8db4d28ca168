// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 3
// schedules: all=1 everywhere=14
// misses: sync-only single (needs a data-race preemption point)
// covers: needle races hidden behind races
// Three rounds, each of which is played only if both threads have lost an addition in the one
// before. The third race is not known until the first two have been switched at. One level without
// a race is enough to make the end unreachable.
#include <assert.h>
#include <pthread.h>

static int counters[3];
static int theirs;

static int add(int *counter)
{
#ifdef FIXED
	if (counter == &counters[2])
		return __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
#endif
	int before = *counter;
	*counter = before + 1;
	return before;
}

static void *run(void *arg)
{
	theirs = add(arg);
	return NULL;
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		pthread_t t;
		pthread_create(&t, NULL, run, &counters[i]);
		int mine = add(&counters[i]);
		pthread_join(t, NULL);
		if (mine != theirs)
			return 0;
	}
	assert(!"lost three times"); /* BUG */
}
