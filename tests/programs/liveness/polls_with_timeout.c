// SPDX-License-Identifier: MIT
// expect: ok
// covers: loops timedwait
// A timed wait in a loop: each time-out leads to another round, until the flag is there.
#include <assert.h>
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
	assert(done);
	return 0;
}
