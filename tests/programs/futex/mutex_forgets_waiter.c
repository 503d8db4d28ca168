// SPDX-License-Identifier: MIT
// expect: finding lost-wakeup
// options: --schedule=random:1 --executions=5000
// covers: futex lost-wakeup
// After waking, the lock is taken as "held, nobody sleeps" although others may: they stay asleep.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void lock(void)
{
	int free = 0;

	while (!atomic_compare_exchange_strong(&word, &free, 1)) {
		int held = 1;

		atomic_compare_exchange_strong(&word, &held, 2);
		syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0); /* BUG */
		free = 0;
	}
}

static void unlock(void)
{
	if (atomic_exchange(&word, 0) == 2)
		syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *use(void *arg)
{
	lock();
	unlock();
	return arg;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, use, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
