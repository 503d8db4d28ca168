// SPDX-License-Identifier: MIT
// bug: assertion
// covers: thesis 5.1.3 mutex_test, ticket lock
// Tickets are drawn by a plain increment: two threads can draw the same one.
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
	while (get(&m->serving) != mine)
		yield(-1);
}

static void mutex_unlock(struct mutex *m)
{
	xadd(&m->serving, 1);
}

#include "mutex_test.h"
