// SPDX-License-Identifier: MIT
// expect: ok
// check: -> verified
// covers: scree/pebbles.h
// What each call gives; a thread sleeps until it is made runnable, by its id alone.
#include <assert.h>
#include <scree/pebbles.h>

static int never, awake, woke_at[4];

static void sleeper(void *arg)
{
	int me = gettid();
	assert(arg == &woke_at[me]);
	assert(deschedule(&never) == 0);
	woke_at[me] = xadd(&awake, 1) + 1;
}

static void wake(int tid)
{
	while (make_runnable(tid) != 0)
		yield(-1);
}

int main(void)
{
	int word = 1, reject = 1;
	int a = thread_fork(sleeper, &woke_at[2]), b = thread_fork(sleeper, &woke_at[3]);

	assert(gettid() == 1 && a == 2 && b == 3);
	assert(xchg(&word, 2) == 1 && xadd(&word, 3) == 2 && cmpxchg(&word, 4, 9) == 5);
	assert(cmpxchg(&word, 5, 9) == 5 && word == 9);
	assert(deschedule(&reject) == 0); /* does not sleep */
	assert(make_runnable(gettid()) == -1 && make_runnable(0) == -1 && make_runnable(99) == -1);
	assert(yield(99) == -1 && yield(0) == -1 && yield(a) == 0);
	/* Both sleep at the same word. */
	wake(b);
	while (__atomic_load_n(&awake, __ATOMIC_SEQ_CST) != 1)
		yield(-1);
	assert(woke_at[2] == 0);
	assert(make_runnable(b) == -1);
	wake(a);
	vanish();
}
