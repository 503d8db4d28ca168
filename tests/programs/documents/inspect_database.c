// SPDX-License-Identifier: MIT
// expect: finding deadlock
// where: any
// covers: inspect figure 3
// check: -> deadlock
// check: --mode=sync-only -> deadlock
// check: --mode=maximal -> deadlock
// check: --mode=everywhere --races=limited --continue -> deadlock, 4 schedules, no races
// Operations of one class may overlap, those of two classes may not. The first of its class takes
// the lock while it holds the mutex, which the last of the other class needs to give the lock back.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count[2];

static void *operation(void *arg)
{
	int *mine = arg;
	pthread_mutex_lock(&mutex);
	if (++*mine == 1)
		pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&mutex);
	/* The operation itself would be here. */
	pthread_mutex_lock(&mutex);
	if (--*mine == 0)
		pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&mutex);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, operation, &count[0]);
	pthread_create(&b, NULL, operation, &count[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
