// SPDX-License-Identifier: MIT
// expect: finding lost-wakeup
// message: sleeps on futex
// covers: scree/pebbles.h
// The header in C++. Nothing is remembered of a make_runnable that comes too early; the place of the
// finding is the caller's line.
#include <scree/pebbles.h>

static int never;

static void sleeper(void *)
{
	deschedule(&never); /* BUG */
}

int main()
{
	make_runnable(thread_fork(sleeper, nullptr));
	vanish();
}
