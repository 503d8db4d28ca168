// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=6 everywhere=6
// covers: GAMBIT ConcurrentDictionary
// GetOrAdd looks, makes the value outside the lock, and adds. Without a second look two threads add
// two values for one key, and the first keeps one that is not in the table any more.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int values[2];
static int *entry;

static int *get_or_add(int *fresh)
{
	pthread_mutex_lock(&lock);
	int *found = entry;
	pthread_mutex_unlock(&lock);
	if (found != NULL)
		return found;
	pthread_mutex_lock(&lock);
#ifdef FIXED
	if (entry == NULL)
#endif
		entry = fresh;
	found = entry;
	pthread_mutex_unlock(&lock);
	return found;
}

static void *run(void *arg)
{
	return get_or_add(arg);
}

int main(void)
{
	pthread_t other;
	void *theirs;

	pthread_create(&other, NULL, run, &values[0]);
	int *mine = get_or_add(&values[1]);
	pthread_join(other, &theirs);
	assert(mine == theirs); /* BUG */
	return 0;
}
