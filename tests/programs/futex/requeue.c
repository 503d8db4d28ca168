// SPDX-License-Identifier: MIT
// expect: ok
// covers: futex requeue cmp_requeue
// Sleepers are moved to a second word; there a wake reaches them.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int first, second, done;

static void *sleep_on_first(void *arg)
{
	assert(syscall(SYS_futex, &first, FUTEX_WAIT, 0, NULL, NULL, 0) == 0);
	atomic_fetch_add(&done, 1);
	return arg;
}

int main(void)
{
	long moved = 0, woken = 0;
	pthread_t t[2];

	assert(syscall(SYS_futex, &first, FUTEX_CMP_REQUEUE, 0, 1, &second, 99) == -1);
	assert(errno == EAGAIN);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, sleep_on_first, NULL);
	while (moved < 2) {
		long n = syscall(SYS_futex, &first, FUTEX_CMP_REQUEUE, 0, 2L, &second, 0);

		assert(n >= 0 && n <= 2 - moved);
		moved += n;
		sched_yield();
	}
	assert(atomic_load(&done) == 0);
	assert(syscall(SYS_futex, &first, FUTEX_WAKE, 2, NULL, NULL, 0) == 0);
	while (woken < 2)
		woken += syscall(SYS_futex, &second, FUTEX_WAKE, 1, NULL, NULL, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(atomic_load(&done) == 2);
	return 0;
}
