// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: GAMBIT async task
// A continuation is added to a task while the task ends. Who adds looks whether it has ended and
// then stores; who ends looks for a continuation. Both can look before the other has done its part,
// and the continuation never runs. One word for both, changed by compare and swap, decides.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { RUNNING, CONTINUED, ENDED };

static atomic_int state;
static atomic_int ran;

static void continuation(void)
{
	atomic_fetch_add(&ran, 1);
}

static void *task(void *arg)
{
	if (atomic_exchange(&state, ENDED) == CONTINUED)
		continuation();
	return arg;
}

static void continue_with(void)
{
#ifdef FIXED
	int expected = RUNNING;
	if (!atomic_compare_exchange_strong(&state, &expected, CONTINUED))
		continuation();
#else
	if (atomic_load(&state) == ENDED)
		continuation();
	else
		atomic_store(&state, CONTINUED);
#endif
}

int main(void)
{
	pthread_t runner;

	pthread_create(&runner, NULL, task, NULL);
	continue_with();
	pthread_join(runner, NULL);
	assert(atomic_load(&ran) == 1); /* BUG */
	return 0;
}
