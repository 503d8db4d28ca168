// SPDX-License-Identifier: MIT
// expect: finding sync-misuse or deadlock
// covers: sync-misuse relock
// A spin lock is locked again by its holder: it would spin for ever.
#include <pthread.h>

static pthread_spinlock_t lock;

static void *run(void *arg)
{
	pthread_spin_lock(&lock);
	pthread_spin_lock(&lock); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
