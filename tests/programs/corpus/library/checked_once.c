// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=4 everywhere=4
// covers: GAMBIT double-checked init
// The test before the lock is right, the second one under it is missing: two threads that pass the
// first together initialise one after the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool ready;
static int times;

static void *initialise(void *arg)
{
	if (atomic_load(&ready))
		return arg;
	pthread_mutex_lock(&lock);
#ifdef FIXED
	if (!atomic_load(&ready))
#endif
	{
		times++;
		atomic_store(&ready, true);
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, initialise, NULL);
	initialise(NULL);
	pthread_join(other, NULL);
	assert(times == 1); /* BUG */
	return 0;
}
