// SPDX-License-Identifier: MIT
// bug: segfault
// preemptions: 1
// schedules: all=2 everywhere=2
// misses: sync-only single (needs a data-race preemption point)
// covers: application session table
// The session is tested and used through the table, which another thread clears between the two:
// the second look finds NULL.
#include <pthread.h>
#include <stddef.h>

struct session {
	int hits;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session one;
static struct session *volatile current = &one;

static void *log_out(void *arg)
{
	pthread_mutex_lock(&lock);
	current = NULL;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, log_out, NULL);
#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	if (current != NULL)
		current->hits++; /* BUG */
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
	pthread_join(t, NULL);
	return 0;
}
