// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=130 everywhere=130
// covers: needle waiter choice, futex
// Three sleep on one word. Two of them pass the wake-up on, the third is a monitor that does not:
// if the kernel wakes it first, the others sleep for ever.
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int open_now;

static void wake(int n)
{
	syscall(SYS_futex, &open_now, FUTEX_WAKE, n, NULL, NULL, 0);
}

static void *waits(void *arg)
{
	bool passes_on = arg != NULL;

	while (atomic_load(&open_now) == 0)
		syscall(SYS_futex, &open_now, FUTEX_WAIT, 0, NULL, NULL, 0); /* BUG */
	if (passes_on)
		wake(1);
	return NULL;
}

int main(void)
{
	pthread_t a, b, monitor;

	pthread_create(&a, NULL, waits, &open_now);
	pthread_create(&b, NULL, waits, &open_now);
	pthread_create(&monitor, NULL, waits, NULL);
	atomic_store(&open_now, 1);
#ifdef FIXED
	wake(INT_MAX);
#else
	wake(1);
#endif
	pthread_join(a, NULL);       /* BUG */
	pthread_join(b, NULL);       /* BUG */
	pthread_join(monitor, NULL); /* BUG */
	return 0;
}
