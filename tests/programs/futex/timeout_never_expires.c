// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: futex ETIMEDOUT
// The wake can come too late for a timed wait.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int word;

static void *wake(void *arg)
{
	atomic_store(&word, 1);
	syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
	return arg;
}

int main(void)
{
	struct timespec hour = {3600, 0};
	pthread_t t;

	pthread_create(&t, NULL, wake, NULL);
	while (atomic_load(&word) == 0) {
		long r = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &hour, NULL, 0);

		assert(r == 0 || errno == EAGAIN); /* BUG */
	}
	pthread_join(t, NULL);
	return 0;
}
