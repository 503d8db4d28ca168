// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 0
// schedules: all=1 everywhere=1
// covers: thr_create, the argument on its way to the child
// thr_create puts the argument where every child looks for it: the second call overwrites what the
// first child has not read yet.
#include "futex.h"
#include <assert.h>

static int argument;
static int seen[3];

static void child(void *arg)
{
#ifdef FIXED
	int mine = *(int *)arg;
	free(arg);
#else
	(void)arg;
	int mine = get(&argument);
#endif
	xadd(&seen[mine], 1);
}

static void thr_create(int value)
{
	int *own = NULL;
#ifdef FIXED
	own = malloc(sizeof(*own));
	*own = value;
#endif
	set(&argument, value);
	thread_fork(child, own);
}

static void check(void)
{
	assert(seen[1] == 1 && seen[2] == 1); /* BUG */
}

int main(void)
{
	scree_at_end(check);
	thr_create(1);
	thr_create(2);
	vanish();
}
