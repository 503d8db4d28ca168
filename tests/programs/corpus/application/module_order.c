// SPDX-License-Identifier: MIT
// bug: deadlock
// preemptions: 1
// schedules: all=7 everywhere=7
// covers: application lock-order inversion across modules
// Three modules with a lock each: the cache calls the store, the store the log, and the log drops
// cache entries. Each pair is in order; together they are a circle. The log must let go of its lock
// before it calls out.
#include <pthread.h>

static pthread_mutex_t cache = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t store = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int entries, records, lines;

static void *look_up(void *arg)
{
	pthread_mutex_lock(&cache);
	entries++;
	pthread_mutex_lock(&store); /* BUG */
	records++;
	pthread_mutex_unlock(&store);
	pthread_mutex_unlock(&cache);
	return arg;
}

static void *write_back(void *arg)
{
	pthread_mutex_lock(&store);
	records++;
	pthread_mutex_lock(&log_lock); /* BUG */
	lines++;
	pthread_mutex_unlock(&log_lock);
	pthread_mutex_unlock(&store);
	return arg;
}

static void rotate_log(void)
{
	pthread_mutex_lock(&log_lock);
	lines = 0;
#ifdef FIXED
	pthread_mutex_unlock(&log_lock);
#endif
	pthread_mutex_lock(&cache); /* BUG */
	entries = 0;
	pthread_mutex_unlock(&cache);
#ifndef FIXED
	pthread_mutex_unlock(&log_lock);
#endif
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, look_up, NULL);
	pthread_create(&b, NULL, write_back, NULL);
	rotate_log();
	pthread_join(a, NULL); /* BUG */
	pthread_join(b, NULL); /* BUG */
	return 0;
}
