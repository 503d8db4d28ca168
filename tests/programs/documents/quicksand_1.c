// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: QUICKSAND figure 1
// check: --mode=sync-only -> budget, races read-add write-add read-again write-again write-look
// check: -> assertion
// check: --mode=maximal -> assertion
// check: --races=pure -> assertion
// check: --mode=everywhere --races=limited --continue -> assertion, 16 schedules
// One thread increments under a lock, the other atomically: an increment between the read and
// the write of the first is lost. No operation of synchronization lies there, so only a
// preemption point at the racing write finds it.
// 16: read and write of the one among two additions and a look of the other, of which read and look
// commute, are 9; one of them fails, which the other threads may have gone 8 different ways before.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *locked(void *arg)
{
	pthread_mutex_lock(&lock);
	int seen = x; /* read */
	x = seen + 1; /* write */
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *atomically(void *arg)
{
	__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); /* add */
	sched_yield();
	__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); /* again */
	int seen = x;                                /* look */
	assert(seen >= 2);                           /* BUG */
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, locked, NULL);
	pthread_create(&b, NULL, atomically, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
