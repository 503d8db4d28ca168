// SPDX-License-Identifier: MIT
// bug: infinite-loop or assertion
// preemptions: 1
// schedules: all=28 everywhere=28
// misses: sync-only single (the switch is needed at a racing access)
// covers: thesis 5.1.3 mutex_test, ticket lock
// Tickets are drawn by a plain increment: two threads can draw the same one, are in the section
// together, and leave a number that nobody will draw.
#include "futex.h"

struct mutex {
	int next, serving;
};
static struct mutex mutex;

static void mutex_lock(struct mutex *m)
{
#ifdef FIXED
	int mine = xadd(&m->next, 1);
#else
	int mine = m->next;
	m->next = mine + 1;
#endif
	while (get(&m->serving) != mine) /* BUG */
		yield(-1);               /* BUG */
}

static void mutex_unlock(struct mutex *m)
{
	xadd(&m->serving, 1);
}

#include "mutex_test.h"
