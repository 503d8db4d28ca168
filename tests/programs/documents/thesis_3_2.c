// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: thesis figure 3.2
// check: --mode=sync-only -> budget, races child-parent
// check: --mode=single --pp=lock,unlock --races=limited -> budget, races child-parent
// check: -> assertion, races child-parent
// check: --mode=everywhere --races=limited --continue -> assertion, 4 schedules, races child-parent
// Parent and child increment the same variable. The race must be seen by those who preempt on
// locks only: a thread can be switched to as soon as it exists.
#include <assert.h>
#include <pthread.h>

static void *child(void *arg)
{
	int *xp = arg;
	(*xp)++; /* child */
	return NULL;
}

int main(void)
{
	int x = 0;
	pthread_t t;
	pthread_create(&t, NULL, child, &x);
	x++; /* parent */
	pthread_join(t, NULL);
	assert(x == 2); /* BUG */
	return 0;
}
