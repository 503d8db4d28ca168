// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=2 everywhere=4
// misses: sync-only single (the switch is needed at a racing access)
// covers: thesis 5.1.3 mutex_test, QUICKSAND mutex bugs that need a data-race preemption point
// The same slip as of mutex_test_then_set by plain accesses, in a section that looks by plain ones.
// No operation of synchronization lies where a switch is needed.
#define SECTION_PLAIN
#define ROUNDS 1
#include "futex.h"

struct mutex {
	volatile int locked;
};
static struct mutex mutex;

static void mutex_lock(struct mutex *m)
{
#ifdef FIXED
	while (xchg(&m->locked, 1))
		yield(-1);
#else
	while (m->locked)
		yield(-1);
	m->locked = 1;
#endif
}

static void mutex_unlock(struct mutex *m)
{
	m->locked = 0;
}

#include "mutex_test.h"
