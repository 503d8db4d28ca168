// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 3
// schedules: all=12 everywhere=12
// covers: GAMBIT work-stealing deque
// The deque of Chase and Lev. The owner takes from the bottom, thieves from the top by compare and
// swap. For the last item the owner must take part in that contest; here it only looks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom = 2; /* items top to bottom-1 are in the deque */
static atomic_int taken[2];

static void take(void)
{
	int b = atomic_fetch_sub(&bottom, 1) - 1;
	int t = atomic_load(&top);

	if (t < b) {
		atomic_fetch_add(&taken[b], 1);
		return;
	}
#ifdef FIXED
	if (t == b && atomic_compare_exchange_strong(&top, &t, t + 1))
		atomic_fetch_add(&taken[b], 1);
#else
	if (t == b) {
		atomic_store(&top, t + 1);
		atomic_fetch_add(&taken[b], 1);
	}
#endif
	atomic_store(&bottom, b + 1);
}

static void *steal(void *arg)
{
	int t = atomic_load(&top);

	if (t < atomic_load(&bottom) && atomic_compare_exchange_strong(&top, &t, t + 1))
		atomic_fetch_add(&taken[t], 1);
	return arg;
}

int main(void)
{
	pthread_t thief;

	pthread_create(&thief, NULL, steal, NULL);
	take();
	take();
	pthread_join(thief, NULL);
	assert(atomic_load(&taken[0]) == 1); /* BUG */
	assert(atomic_load(&taken[1]) == 1);
	return 0;
}
