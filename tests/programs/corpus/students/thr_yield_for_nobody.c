// SPDX-License-Identifier: MIT
// bug: infinite-loop or livelock
// preemptions: 1
// schedules: all=10 everywhere=10
// covers: thr_join by yielding, starvation
// thr_join yields until the thread has exited. The count of threads that have exited is written by
// two of them, without atomicity: it may stay one short for ever.
#include "futex.h"

static int exited;

static void thr_exit(void)
{
#ifdef FIXED
	xadd(&exited, 1);
#else
	set(&exited, get(&exited) + 1);
#endif
	vanish();
}

static void run(void *arg)
{
	(void)arg;
	thr_exit();
}

int main(void)
{
	thread_fork(run, NULL);
	thread_fork(run, NULL);
	while (get(&exited) != 2) /* BUG */
		yield(-1);        /* BUG */
	vanish();
}
