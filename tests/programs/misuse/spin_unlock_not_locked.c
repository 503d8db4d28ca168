// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// covers: sync-misuse unlock
// A spin lock is unlocked that nobody holds.
#include <pthread.h>

static pthread_spinlock_t lock;

static void *run(void *arg)
{
	pthread_spin_unlock(&lock); /* BUG */
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
