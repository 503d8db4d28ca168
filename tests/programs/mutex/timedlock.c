// SPDX-License-Identifier: MIT
// expect: ok
// covers: mutex timed ETIMEDOUT EINVAL
// A free mutex is taken however late it is; a held one can time out; the owner always does.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *visit(void *arg)
{
	struct timespec long_ago = {1, 0}, no_time = {1, -1}, soon;
	int err;

	clock_gettime(CLOCK_REALTIME, &soon);
	soon.tv_sec += 1;
	err = pthread_mutex_timedlock(&lock, &soon);
	assert(err == 0 || err == ETIMEDOUT);
	if (err == 0) {
		assert(inside++ == 0);
		assert(pthread_mutex_timedlock(&lock, &long_ago) == ETIMEDOUT);
		assert(pthread_mutex_timedlock(&lock, &no_time) == EINVAL);
		assert(--inside == 0);
		assert(pthread_mutex_unlock(&lock) == 0);
	}
	return arg;
}

int main(void)
{
	struct timespec long_ago = {1, 0};
	pthread_t t;

	assert(pthread_mutex_timedlock(&lock, &long_ago) == 0);
	assert(pthread_mutex_unlock(&lock) == 0);
	pthread_create(&t, NULL, visit, NULL);
	visit(NULL);
	pthread_join(t, NULL);
	assert(pthread_mutex_trylock(&lock) == 0 && inside == 0);
	pthread_mutex_unlock(&lock);
	return 0;
}
