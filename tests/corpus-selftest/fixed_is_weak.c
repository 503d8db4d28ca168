// SPDX-License-Identifier: MIT
// fails: fixed: deepen: expected verified, got budget
// bug: assertion
// preemptions: 1
// misses: sync-only (needs a data-race preemption point)
// covers: the runner
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *arg)
{
#ifdef FIXED
	__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
#else
	x = x + 1;
#endif
	return arg;
}

#include <stdio.h>

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
#ifdef FIXED
	FILE *f = tmpfile();
	fputs("x", f);
	fclose(f);
#endif
	assert(x == 2); /* BUG */
	return 0;
}
