// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: spin lock
// The lock is given back between the read and the write.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *add(void *arg)
{
	int seen;

	pthread_spin_lock(&lock);
	seen = counter;
	pthread_spin_unlock(&lock);
	pthread_spin_lock(&lock);
	counter = seen + 1;
	pthread_spin_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(counter == 2); /* BUG */
	return 0;
}
