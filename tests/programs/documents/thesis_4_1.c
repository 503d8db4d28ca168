// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: thesis figures 4.1 and 4.2
// check: --mode=sync-only -> budget
// check: -> assertion
// check: --mode=maximal -> assertion
// check: --races=pure -> assertion
// check: --mode=everywhere --races=limited --continue -> assertion, 22 schedules
// One thread counts under a lock, the other by atomic additions, both expect to see what they added
// themselves. A switch between load and store of the first is needed, where there is no
// synchronization; the thread with the lock is never disappointed.
// 22: 12 that do not fail, and 10 ways that the other threads may have gone before the failure.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *with_lock(void *arg)
{
	pthread_mutex_lock(&m);
	count++;
	pthread_mutex_unlock(&m);
	assert(count >= 1);
	return arg;
}

static void *with_atomics(void *arg)
{
	__atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
	sched_yield();
	__atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
	assert(count >= 2); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, with_lock, NULL);
	pthread_create(&b, NULL, with_atomics, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
