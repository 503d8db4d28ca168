// SPDX-License-Identifier: MIT
// bug: livelock
// preemptions: 0
// schedules: all=28 everywhere=28
// covers: GAMBIT CLH lock
// A queue lock in which each waits on the node of the one before it. That node becomes its own when
// it unlocks; a thread that locks again with its old node raises the flag that its successor still
// watches, and the two wait for one another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
	atomic_int busy;
};
static struct node nodes[3];
static struct node *_Atomic tail = &nodes[2];
static atomic_int inside;

static struct node *lock(struct node *me)
{
	atomic_store(&me->busy, 1);
	struct node *before = atomic_exchange(&tail, me);
	while (atomic_load(&before->busy)) /* BUG */
		;
	return before;
}

static void *run(void *arg)
{
	struct node *me = arg;

	for (int i = 0; i < 2; i++) {
		struct node *before = lock(me);
		assert(atomic_fetch_add(&inside, 1) == 0);
		atomic_fetch_sub(&inside, 1);
		atomic_store(&me->busy, 0);
#ifdef FIXED
		me = before;
#else
		(void)before;
#endif
	}
	return NULL;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, run, &nodes[0]);
	run(&nodes[1]);
	pthread_join(other, NULL);
	return 0;
}
