// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=3 everywhere=3
// covers: GAMBIT ManualResetEventSlim
// Setting the event takes the lock only if somebody has registered as waiting. A waiter that looks
// at the event first and registers afterwards can be overlooked in between; registering first, one
// of the two always sees the other.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_set = PTHREAD_COND_INITIALIZER;
static atomic_int set, waiters;

static void event_set(void)
{
	atomic_store(&set, 1);
	if (atomic_load(&waiters) == 0)
		return;
	pthread_mutex_lock(&lock);
	pthread_cond_broadcast(&is_set);
	pthread_mutex_unlock(&lock);
}

static void event_wait(void)
{
	pthread_mutex_lock(&lock);
#ifdef FIXED
	atomic_fetch_add(&waiters, 1);
	while (!atomic_load(&set))
		pthread_cond_wait(&is_set, &lock);
#else
	while (!atomic_load(&set)) {
		atomic_fetch_add(&waiters, 1);
		pthread_cond_wait(&is_set, &lock); /* BUG */
	}
#endif
	pthread_mutex_unlock(&lock);
}

static void *sets(void *arg)
{
	event_set();
	return arg;
}

int main(void)
{
	pthread_t setter;

	pthread_create(&setter, NULL, sets, NULL);
	event_wait();
	pthread_join(setter, NULL);
	return 0;
}
