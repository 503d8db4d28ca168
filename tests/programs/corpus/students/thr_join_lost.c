// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=4 everywhere=4
// covers: thesis 5.1.3 thr_exit_join, lost wake-up
// thr_join looks whether the thread has exited, says who waits, and sleeps. If the thread exits
// between these steps, it finds nobody to wake, and thr_join does not look again.
#include "futex.h"
#include "trusted.h"

struct thread {
	mutex_t guard;
	int exited;
	int joiner;
};
static struct thread thread = {MUTEX_INIT, 0, 0};

static void thr_exit(struct thread *t)
{
	mutex_lock(&t->guard);
	set(&t->exited, 1);
	if (t->joiner)
		make_runnable(t->joiner);
	mutex_unlock(&t->guard);
	vanish();
}

static void thr_join(struct thread *t)
{
	mutex_lock(&t->guard);
	t->joiner = gettid();
	int exited = get(&t->exited);
	mutex_unlock(&t->guard);
	if (exited)
		return;
#ifdef FIXED
	deschedule(&t->exited);
#else
	int never = 0;
	deschedule(&never); /* BUG */
#endif
}

static void run(void *arg)
{
	thr_exit(arg);
}

int main(void)
{
	thread_fork(run, &thread);
	thr_join(&thread);
	vanish();
}
