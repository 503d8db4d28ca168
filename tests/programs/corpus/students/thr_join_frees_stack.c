// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 1
// schedules: all=3 everywhere=3
// covers: thesis 5.1.3 thr_exit_join, use of the stack after it was freed
// The stack of a thread is a block that whoever joins it frees. The thread says that it is done
// while it still needs its stack. The word that says so must be the last thing it touches, and lies
// elsewhere.
#include "futex.h"

struct stack {
	int saved; /* what thr_exit keeps on the stack while it works */
};
struct thread {
	struct stack *stack;
	int exited;
};
static struct thread thread;

static void thr_exit(struct thread *t)
{
	struct stack *s = t->stack;
	s->saved = 1;
#ifdef FIXED
	s->saved = 2;
	xchg(&t->exited, 1);
	futex_wake(&t->exited, 1);
#else
	xchg(&t->exited, 1);
	futex_wake(&t->exited, 1);
	s->saved = 2; /* BUG */
#endif
	vanish();
}

static void thr_join(struct thread *t)
{
	while (!get(&t->exited))
		futex_wait(&t->exited, 0);
	free(t->stack);
}

static void run(void *arg)
{
	thr_exit(arg);
}

int main(void)
{
	thread.stack = malloc(sizeof(*thread.stack));
	thread_fork(run, &thread);
	thr_join(&thread);
	vanish();
}
