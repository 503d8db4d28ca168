// SPDX-License-Identifier: MIT
// expect: finding lost-wakeup
// options: --schedule=random:1 --executions=2000
// covers: futex lost-wakeup
// The waiter reads the value anew for the comparison, so the change slips through in between.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int events;

static void *notify(void *arg)
{
	atomic_fetch_add(&events, 1);
	syscall(SYS_futex, &events, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, notify, NULL);
	if (atomic_load(&events) == 0) {
		int seen = atomic_load(&events);

		syscall(SYS_futex, &events, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0); /* BUG */
	}
	pthread_join(t, NULL);
	return 0;
}
