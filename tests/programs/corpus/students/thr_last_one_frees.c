// SPDX-License-Identifier: MIT
// bug: double-free or use-after-free
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: thesis 5.1.3 thr_exit_join, who frees the control block
// The later one of thr_exit and thr_detach frees the block. Both look at the other's mark before
// they have made their own an atomic one: each thinks that it is the later one.
#include "futex.h"

struct thread {
	int exited, detached, marks;
};

static void thr_exit(struct thread *t)
{
#ifdef FIXED
	int last = xadd(&t->marks, 1) == 1;
#else
	set(&t->exited, 1);
	int last = get(&t->detached); /* BUG */
#endif
	if (last)
		free(t); /* BUG */
}

static void thr_detach(struct thread *t)
{
#ifdef FIXED
	int last = xadd(&t->marks, 1) == 1;
#else
	set(&t->detached, 1);
	int last = get(&t->exited); /* BUG */
#endif
	if (last)
		free(t); /* BUG */
}

static void run(void *arg)
{
	thr_exit(arg);
}

int main(void)
{
	struct thread *t = calloc(1, sizeof(*t));
	thread_fork(run, t);
	thr_detach(t);
	vanish();
}
