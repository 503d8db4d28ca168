// SPDX-License-Identifier: MIT
// expect: finding infinite-loop
// options: --schedule=random:1 --executions=3 --max-events=20000
// where: any
// covers: infinite-loop loops timedwait
// A timed wait in a loop for a flag that was set before, and taken back.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int done;

static void *finish(void *arg)
{
	pthread_mutex_lock(&lock);
	done = 1;
	pthread_cond_signal(&cond);
	done = 0;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	struct timespec at = {1, 0};
	pthread_t t;

	pthread_create(&t, NULL, finish, NULL);
	pthread_mutex_lock(&lock);
	while (!done)
		pthread_cond_timedwait(&cond, &lock, &at);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
