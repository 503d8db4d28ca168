// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=1 everywhere=6
// misses: sync-only single (needs a data-race preemption point)
// covers: needle races hidden behind races
// The second race is in code that is reached only if the first one has gone wrong.
#include <assert.h>
#include <pthread.h>

static int loaded, repairs;

static int load(void)
{
	int before = loaded;

	loaded = before + 1;
	return before;
}

static void *run(void *arg)
{
	int *seen = arg;

	*seen = load();
	return NULL;
}

static void *repair(void *arg)
{
#ifdef FIXED
	__atomic_fetch_add(&repairs, 1, __ATOMIC_SEQ_CST);
#else
	repairs = repairs + 1;
#endif
	return arg;
}

int main(void)
{
	pthread_t t;
	int mine, theirs;

	pthread_create(&t, NULL, run, &theirs);
	mine = load();
	pthread_join(t, NULL);
	if (mine == theirs) { /* both loaded it: each repairs */
		pthread_create(&t, NULL, repair, NULL);
		repair(NULL);
		pthread_join(t, NULL);
		assert(repairs == 2); /* BUG */
	}
	return 0;
}
