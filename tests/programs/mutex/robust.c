// SPDX-License-Identifier: MIT
// expect: ok or error
// message: robust
// covers: mutex robust
// The next owner of a robust mutex learns that its holder died; or a clear refusal.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *die_with_it(void *arg)
{
	assert(pthread_mutex_lock(&lock) == 0);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t attr;
	pthread_t t;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	assert(pthread_mutex_init(&lock, &attr) == 0);
	pthread_create(&t, NULL, die_with_it, NULL);
	pthread_join(t, NULL);
	assert(pthread_mutex_lock(&lock) == EOWNERDEAD);
	assert(pthread_mutex_consistent(&lock) == 0);
	assert(pthread_mutex_unlock(&lock) == 0);
	return 0;
}
