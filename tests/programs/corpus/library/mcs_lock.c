// SPDX-License-Identifier: MIT
// bug: livelock or infinite-loop
// preemptions: 1
// schedules: all=26 everywhere=26
// covers: GAMBIT MCS lock
// A queue lock: each waits on a node of its own, which the one before it clears. A thread that
// finds no successor and cannot set the queue to empty has one that is just arriving, and must wait
// until it is linked; here it goes away, and the successor is never told.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	struct node *_Atomic next;
	atomic_int waits;
};
static struct node *_Atomic tail;
static atomic_int inside;

static void lock(struct node *me)
{
	atomic_store(&me->next, NULL);
	atomic_store(&me->waits, 1);
	struct node *before = atomic_exchange(&tail, me);
	if (before == NULL)
		return;
	atomic_store(&before->next, me);
	while (atomic_load(&me->waits)) /* BUG */
		;
}

static void unlock(struct node *me)
{
	struct node *expected = me, *next = atomic_load(&me->next);

	if (next == NULL) {
		if (atomic_compare_exchange_strong(&tail, &expected, NULL))
			return;
#ifdef FIXED
		while ((next = atomic_load(&me->next)) == NULL)
			;
#else
		return;
#endif
	}
	atomic_store(&next->waits, 0);
}

static void *run(void *arg)
{
	struct node me;

	lock(&me);
	assert(atomic_fetch_add(&inside, 1) == 0);
	atomic_fetch_sub(&inside, 1);
	unlock(&me);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
