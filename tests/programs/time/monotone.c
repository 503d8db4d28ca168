// SPDX-License-Identifier: MIT
// expect: ok
// covers: clock_gettime gettimeofday time monotone
// No clock goes back, in any thread, and all of them tell valid times after 2001.
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timespec last;

static void *look(void *arg)
{
	for (int i = 0; i < 3; i++) {
		struct timespec now;

		pthread_mutex_lock(&lock);
		assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
		assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
		assert(now.tv_sec > last.tv_sec ||
		       (now.tv_sec == last.tv_sec && now.tv_nsec >= last.tv_nsec));
		last = now;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	struct timespec real, resolution;
	struct timeval day;
	pthread_t t;

	pthread_create(&t, NULL, look, NULL);
	look(NULL);
	pthread_join(t, NULL);
	assert(clock_gettime(CLOCK_REALTIME, &real) == 0 && real.tv_sec > 1000000000);
	assert(gettimeofday(&day, NULL) == 0 && day.tv_sec >= real.tv_sec);
	assert(time(NULL) >= real.tv_sec);
	assert(clock_getres(CLOCK_MONOTONIC, &resolution) == 0);
	assert(clock_gettime(12345, &real) == -1);
	return 0;
}
