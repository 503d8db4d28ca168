// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 0
// schedules: all=6 everywhere=6
// covers: GAMBIT CountdownEvent, wait group
// A group of tasks that is waited for. Each task adds itself when it begins, which is too late: who
// waits may find a group that has no members yet.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_done = PTHREAD_COND_INITIALIZER;
static int members, results;

static void group_add(void)
{
	pthread_mutex_lock(&lock);
	members++;
	pthread_mutex_unlock(&lock);
}

static void *task(void *arg)
{
#ifndef FIXED
	group_add();
#endif
	pthread_mutex_lock(&lock);
	results++;
	if (--members == 0)
		pthread_cond_broadcast(&all_done);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

#ifdef FIXED
	group_add();
	group_add();
#endif
	pthread_create(&a, NULL, task, NULL);
	pthread_create(&b, NULL, task, NULL);
	pthread_mutex_lock(&lock);
	while (members > 0)
		pthread_cond_wait(&all_done, &lock);
	assert(results == 2); /* BUG */
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
