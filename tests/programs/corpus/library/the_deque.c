// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=5 everywhere=5
// covers: GAMBIT work-stealing deque, Cilk THE
// The THE protocol: the owner gives the tail notice before it looks at the head, thieves move the
// head before they look at the tail, so that one of them sees the other. Looking first loses that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int head, tail = 1;
static atomic_int taken;

static void pop(void)
{
#ifdef FIXED
	int t = atomic_load(&tail) - 1;
	atomic_store(&tail, t);
	int h = atomic_load(&head);
#else
	int h = atomic_load(&head);
	int t = atomic_load(&tail) - 1;
	atomic_store(&tail, t);
#endif
	if (h <= t) {
		atomic_fetch_add(&taken, 1);
		return;
	}
	atomic_store(&tail, t + 1);
	pthread_mutex_lock(&lock);
	if (atomic_load(&head) <= t) {
		atomic_store(&tail, t);
		atomic_fetch_add(&taken, 1);
	}
	pthread_mutex_unlock(&lock);
}

static void *steal(void *arg)
{
	pthread_mutex_lock(&lock);
	int h = atomic_load(&head);
	atomic_store(&head, h + 1);
	if (h + 1 <= atomic_load(&tail))
		atomic_fetch_add(&taken, 1);
	else
		atomic_store(&head, h);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thief;

	pthread_create(&thief, NULL, steal, NULL);
	pop();
	pthread_join(thief, NULL);
	assert(atomic_load(&taken) <= 1); /* BUG */
	return 0;
}
