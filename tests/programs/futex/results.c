// SPDX-License-Identifier: MIT
// expect: ok
// covers: futex EAGAIN ETIMEDOUT EINVAL wake
// What the system call returns when it does not sleep, or sleeps in vain.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long futex(void *word, int op, uint32_t value, const struct timespec *time)
{
	return syscall(SYS_futex, word, op, value, time, NULL, FUTEX_BITSET_MATCH_ANY);
}

static void *check(void *arg)
{
	struct timespec nap = {0, 1000}, long_ago = {1, 0}, no_time = {0, 1000000000};
	_Alignas(8) atomic_uint word[2] = {5, 0};

	assert(futex(word, FUTEX_WAIT, 4, NULL) == -1 && errno == EAGAIN);
	assert(futex(word, FUTEX_WAIT_PRIVATE, 6, &nap) == -1 && errno == EAGAIN);
	assert(futex(word, FUTEX_WAIT_PRIVATE, 5, &nap) == -1 && errno == ETIMEDOUT);
	assert(futex(word, FUTEX_WAIT_BITSET, 5, &long_ago) == -1 && errno == ETIMEDOUT);
	assert(futex(word, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME | FUTEX_PRIVATE_FLAG, 5,
	             &long_ago) == -1 &&
	       errno == ETIMEDOUT);
	assert(futex(word, FUTEX_WAIT, 5, &no_time) == -1 && errno == EINVAL);
	assert(futex((char *)word + 1, FUTEX_WAIT, 5, NULL) == -1 && errno == EINVAL);
	assert(futex(word, FUTEX_WAKE, 1, NULL) == 0);
	assert(futex(word, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL) == 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, check, NULL);
	check(NULL);
	pthread_join(t, NULL);
	return 0;
}
