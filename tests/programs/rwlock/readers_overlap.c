// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: rwlock rdlock
// Two readers can be inside at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int readers;

static void *read_it(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	assert(atomic_fetch_add(&readers, 1) == 0); /* BUG */
	atomic_fetch_sub(&readers, 1);
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, read_it, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
