// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=3 everywhere=3
// covers: thesis 5.1.3 thr_exit_join, exit status
// The thread says that it has exited, then leaves its status: who joins may read the old one.
#include "futex.h"
#include <assert.h>

struct thread {
	int exited, status;
};
static struct thread thread;

static void thr_exit(struct thread *t, int status)
{
#ifdef FIXED
	t->status = status;
	set(&t->exited, 1);
	futex_wake(&t->exited, 1);
#else
	set(&t->exited, 1);
	futex_wake(&t->exited, 1);
	t->status = status;
#endif
	vanish();
}

static int thr_join(struct thread *t)
{
	while (!get(&t->exited))
		futex_wait(&t->exited, 0);
	return t->status;
}

static void run(void *arg)
{
	thr_exit(arg, 7);
}

int main(void)
{
	thread_fork(run, &thread);
	int status = thr_join(&thread);
	assert(status == 7); /* BUG */
	vanish();
}
