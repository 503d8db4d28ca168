// SPDX-License-Identifier: MIT
// expect: ok
// covers: mutex normal lock unlock
// A lock around each increment: none is lost.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *arg)
{
	for (int i = 0; i < 3; i++) {
		assert(pthread_mutex_lock(&lock) == 0);
		counter++;
		assert(pthread_mutex_unlock(&lock) == 0);
	}
	return arg;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(counter == 9);
	return 0;
}
