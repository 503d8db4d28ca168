// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=3 everywhere=3
// covers: GAMBIT park and unpark
// A thread parks until it is given a permit. The permit must be there before the wake: woken first,
// the thread may not be asleep yet, and sleep when the permit comes.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int permit;

static void park(void)
{
	while (atomic_exchange(&permit, 0) == 0)
		syscall(SYS_futex, &permit, FUTEX_WAIT, 0, NULL, NULL, 0); /* BUG */
}

static void *unpark(void *arg)
{
#ifdef FIXED
	atomic_store(&permit, 1);
	syscall(SYS_futex, &permit, FUTEX_WAKE, 1, NULL, NULL, 0);
#else
	syscall(SYS_futex, &permit, FUTEX_WAKE, 1, NULL, NULL, 0);
	atomic_store(&permit, 1);
#endif
	return arg;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, unpark, NULL);
	park();
	pthread_join(other, NULL);
	return 0;
}
