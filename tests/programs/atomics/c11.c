// SPDX-License-Identifier: MIT
// expect: ok
// covers: atomics 8 16 32 64 c11 orders
// Every C11 operation on every width in every order computes what it should.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define CHECK_WIDTH(T)                                                                             \
	static void check_##T(void)                                                                \
	{                                                                                          \
		static const memory_order rmw[] = {memory_order_relaxed, memory_order_acquire,     \
		                                   memory_order_release, memory_order_acq_rel,     \
		                                   memory_order_seq_cst, memory_order_consume};    \
		_Atomic(T) a = 1;                                                                  \
		T expected;                                                                        \
                                                                                                   \
		atomic_store_explicit(&a, 2, memory_order_relaxed);                                \
		assert(atomic_load_explicit(&a, memory_order_relaxed) == 2);                       \
		atomic_store_explicit(&a, 3, memory_order_release);                                \
		assert(atomic_load_explicit(&a, memory_order_acquire) == 3);                       \
		assert(atomic_load_explicit(&a, memory_order_consume) == 3);                       \
		atomic_store(&a, 4);                                                               \
		assert(atomic_load(&a) == 4);                                                      \
		for (int i = 0; i < 6; i++) {                                                      \
			memory_order o = rmw[i];                                                   \
			atomic_store(&a, (T)-2);                                                   \
			assert(atomic_exchange_explicit(&a, 12, o) == (T)-2);                      \
			assert(atomic_fetch_add_explicit(&a, 3, o) == 12);                         \
			assert(atomic_fetch_sub_explicit(&a, 16, o) == 15);                        \
			assert(atomic_fetch_and_explicit(&a, 0x55, o) == (T)-1);                   \
			assert(atomic_fetch_or_explicit(&a, 0x0a, o) == 0x55);                     \
			assert(atomic_fetch_xor_explicit(&a, 0x0f, o) == 0x5f);                    \
			assert(atomic_load(&a) == 0x50);                                           \
		}                                                                                  \
		expected = 1;                                                                      \
		assert(!atomic_compare_exchange_strong(&a, &expected, 9));                         \
		assert(expected == 0x50);                                                          \
		assert(atomic_compare_exchange_strong_explicit(                                    \
		        &a, &expected, 9, memory_order_acq_rel, memory_order_acquire));            \
		assert(atomic_load(&a) == 9);                                                      \
		expected = 9;                                                                      \
		while (!atomic_compare_exchange_weak_explicit(                                     \
		        &a, &expected, 10, memory_order_release, memory_order_relaxed))            \
			;                                                                          \
		a++;                                                                               \
		a += 5;                                                                            \
		a ^= 1;                                                                            \
		assert(a == 17);                                                                   \
	}

CHECK_WIDTH(uint8_t)
CHECK_WIDTH(uint16_t)
CHECK_WIDTH(uint32_t)
CHECK_WIDTH(uint64_t)

static void check_others(void)
{
	_Atomic(int *) p;
	static int cells[4];
	atomic_flag flag = ATOMIC_FLAG_INIT;
	atomic_bool b = false;

	atomic_store(&p, cells);
	assert(atomic_exchange(&p, cells + 2) == cells && atomic_load(&p) == cells + 2);
	assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
	atomic_flag_clear(&flag);
	assert(!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
	assert(!atomic_exchange(&b, true) && atomic_load(&b));
	atomic_thread_fence(memory_order_seq_cst);
	atomic_thread_fence(memory_order_acquire);
	atomic_thread_fence(memory_order_release);
	atomic_signal_fence(memory_order_seq_cst);
}

static void *check(void *arg)
{
	check_uint8_t();
	check_uint16_t();
	check_uint32_t();
	check_uint64_t();
	check_others();
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
