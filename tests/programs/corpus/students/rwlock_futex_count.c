// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=17 everywhere=17
// covers: rwlock on a futex, broken mutual exclusion
// -1: written, else the number of readers. A reader counts itself with a store of what it has seen:
// a writer that came meanwhile is wiped out.
#include "futex.h"
#include <assert.h>

static int state, written;

static void lock_read(void)
{
	for (;;) {
		int seen = get(&state);
		if (seen < 0) {
			futex_wait(&state, seen);
			continue;
		}
#ifdef FIXED
		if (cmpxchg(&state, seen, seen + 1) == seen)
			return;
#else
		set(&state, seen + 1);
		return;
#endif
	}
}

static void unlock_read(void)
{
	if (xadd(&state, -1) == 1)
		futex_wake(&state, 1);
}

static void lock_write(void)
{
	int seen;
	while ((seen = cmpxchg(&state, 0, -1)) != 0)
		futex_wait(&state, seen);
}

static void unlock_write(void)
{
	set(&state, 0);
	futex_wake(&state, 9);
}

static void writer(void *arg)
{
	(void)arg;
	lock_write();
	xadd(&written, 1);
	xadd(&written, 1);
	unlock_write();
}

int main(void)
{
	thread_fork(writer, NULL);
	lock_read();
	assert(get(&written) % 2 == 0); /* BUG */
	unlock_read();
	vanish();
}
