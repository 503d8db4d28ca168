// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=536 everywhere=536
// covers: thesis 5.1.3 paradise_lost, semaphore on a futex
// Sleeps while the count is 0, then takes one in two steps: two threads take the same one.
#include "futex.h"

struct sem {
	int count;
};
static struct sem sem;

static void sem_wait(struct sem *s)
{
	for (;;) {
		int seen = get(&s->count);
		if (seen == 0) {
			futex_wait(&s->count, 0);
			continue;
		}
#ifdef FIXED
		if (cmpxchg(&s->count, seen, seen - 1) == seen)
			return;
#else
		set(&s->count, seen - 1);
		return;
#endif
	}
}

static void sem_signal(struct sem *s)
{
	xadd(&s->count, 1);
	futex_wake(&s->count, 1);
}

#include "paradise_lost.h"
