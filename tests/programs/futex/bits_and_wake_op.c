// SPDX-License-Identifier: MIT
// expect: ok
// covers: futex wait_bitset wake_bitset wake_op
// A wake reaches those who wait for one of its bits; wake-op changes a word and wakes on two.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word, other;

static void *sleep_for_bit(void *arg)
{
	uint32_t bit = (uint32_t)(uintptr_t)arg;

	assert(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, NULL, NULL, bit) == 0);
	return NULL;
}

static void wake(uint32_t bits)
{
	while (syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 9, NULL, NULL, bits) == 0)
		sched_yield();
}

int main(void)
{
	pthread_t t[2];

	for (uintptr_t i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, sleep_for_bit, (void *)(i + 1));
	assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 9, NULL, NULL, 4) == 0);
	wake(2);
	pthread_join(t[1], NULL);
	while (syscall(SYS_futex, &word, FUTEX_WAKE_OP, 9, 9L, &other,
	               FUTEX_OP(FUTEX_OP_ADD, 1, FUTEX_OP_CMP_GE, 0)) == 0)
		sched_yield();
	pthread_join(t[0], NULL);
	assert(atomic_load(&other) > 0);
	return 0;
}
