// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: mutex trylock EBUSY
// The program takes it for granted that trylock succeeds.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *arg)
{
	int err = pthread_mutex_trylock(&lock);

	assert(err == 0); /* BUG */
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, use, NULL);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
