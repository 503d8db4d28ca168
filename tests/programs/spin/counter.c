// SPDX-License-Identifier: MIT
// expect: ok
// covers: spin lock trylock EBUSY
// A spin lock excludes; trylock says EBUSY while it is held.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter, failures;

static void *add(void *arg)
{
	int err;

	assert(pthread_spin_lock(&lock) == 0);
	counter++;
	assert(pthread_spin_unlock(&lock) == 0);
	err = pthread_spin_trylock(&lock);
	if (err == 0) {
		counter++;
		assert(pthread_spin_unlock(&lock) == 0);
	} else {
		assert(err == EBUSY);
		pthread_spin_lock(&lock);
		failures++;
		pthread_spin_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(counter + failures == 4 && counter >= 2);
	assert(pthread_spin_destroy(&lock) == 0);
	return 0;
}
