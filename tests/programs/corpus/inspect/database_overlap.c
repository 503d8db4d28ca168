// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=4 everywhere=4
// covers: inspect figure 3, database classes A and B
// A class gets in if the other one has nobody in there. Looking at the other count and counting
// oneself are two critical sections.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left = PTHREAD_COND_INITIALIZER;
static int count[2];

static void enter(int class)
{
	pthread_mutex_lock(&mutex);
	while (count[!class])
		pthread_cond_wait(&left, &mutex);
#ifndef FIXED
	pthread_mutex_unlock(&mutex);
	pthread_mutex_lock(&mutex);
#endif
	count[class]++;
	pthread_mutex_unlock(&mutex);
}

static void leave(int class)
{
	pthread_mutex_lock(&mutex);
	assert(count[!class] == 0); /* BUG */
	if (--count[class] == 0)
		pthread_cond_broadcast(&left);
	pthread_mutex_unlock(&mutex);
}

static void *operation(void *arg)
{
	int class = arg != NULL;
	enter(class);
	leave(class);
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, operation, count);
	operation(NULL);
	pthread_join(t, NULL);
	return 0;
}
