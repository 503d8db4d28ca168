// SPDX-License-Identifier: MIT
// bug: segfault
// preemptions: 1
// schedules: all=3 everywhere=3
// covers: thr_create, the child that is faster than its parent
// The parent enters the control block into the table when it knows the id of the child. The child
// looks itself up, and may be faster. So the child enters what it was given.
#include "futex.h"

struct thread {
	int status;
};
static struct thread *table[8];
static struct thread one;

static void child(void *arg)
{
#ifdef FIXED
	__atomic_store_n(&table[gettid()], arg, __ATOMIC_SEQ_CST);
#else
	(void)arg;
#endif
	struct thread *me = __atomic_load_n(&table[gettid()], __ATOMIC_SEQ_CST);
	me->status = 1; /* BUG */
}

int main(void)
{
	int tid = thread_fork(child, &one);
	__atomic_store_n(&table[tid], &one, __ATOMIC_SEQ_CST);
	vanish();
}
