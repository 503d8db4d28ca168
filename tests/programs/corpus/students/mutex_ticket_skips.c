// SPDX-License-Identifier: MIT
// bug: livelock or infinite-loop
// preemptions: 1
// schedules: all=28 everywhere=28
// covers: thesis 5.1.3 mutex_test, ticket lock, unlock/lock race
// Unlocking serves the next ticket to be drawn instead of the next one that was drawn: who drew
// one while the lock was held waits for ever.
#include "futex.h"

struct mutex {
	int next, serving;
};
static struct mutex mutex;

static void mutex_lock(struct mutex *m)
{
	int mine = xadd(&m->next, 1);
	while (get(&m->serving) != mine) /* BUG */
		yield(-1);               /* BUG */
}

static void mutex_unlock(struct mutex *m)
{
#ifdef FIXED
	xadd(&m->serving, 1);
#else
	set(&m->serving, get(&m->next));
#endif
}

#include "mutex_test.h"
