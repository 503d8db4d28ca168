// SPDX-License-Identifier: MIT
// expect: ok
// covers: atomics __atomic __sync
// The compilers' own atomic builtins, the old and the new family.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define CHECK_WIDTH(T)                                                                             \
	static void check_##T(void)                                                                \
	{                                                                                          \
		T a = 1, out, in = 7;                                                              \
                                                                                                   \
		__atomic_store_n(&a, 5, __ATOMIC_RELEASE);                                         \
		assert(__atomic_load_n(&a, __ATOMIC_ACQUIRE) == 5);                                \
		__atomic_store(&a, &in, __ATOMIC_SEQ_CST);                                         \
		__atomic_load(&a, &out, __ATOMIC_RELAXED);                                         \
		assert(out == 7);                                                                  \
		in = 9;                                                                            \
		__atomic_exchange(&a, &in, &out, __ATOMIC_ACQ_REL);                                \
		assert(out == 7 && a == 9);                                                        \
		assert(__atomic_add_fetch(&a, 1, __ATOMIC_SEQ_CST) == 10);                         \
		assert(__atomic_sub_fetch(&a, 4, __ATOMIC_RELAXED) == 6);                          \
		assert(__atomic_and_fetch(&a, 3, __ATOMIC_ACQUIRE) == 2);                          \
		assert(__atomic_or_fetch(&a, 8, __ATOMIC_RELEASE) == 10);                          \
		assert(__atomic_xor_fetch(&a, 3, __ATOMIC_ACQ_REL) == 9);                          \
		assert(__atomic_nand_fetch(&a, 1, __ATOMIC_SEQ_CST) == (T)~1);                     \
		assert(__atomic_fetch_nand(&a, 3, __ATOMIC_SEQ_CST) == (T)~1);                     \
		assert(a == (T)~2);                                                                \
		out = 0;                                                                           \
		assert(!__atomic_compare_exchange_n(&a, &out, 1, false, __ATOMIC_SEQ_CST,          \
		                                    __ATOMIC_SEQ_CST));                            \
		assert(out == (T)~2);                                                              \
		assert(__atomic_compare_exchange_n(&a, &out, 1, false, __ATOMIC_ACQ_REL,           \
		                                   __ATOMIC_RELAXED));                             \
		assert(__sync_fetch_and_add(&a, 4) == 1 && __sync_add_and_fetch(&a, 1) == 6);      \
		assert(__sync_fetch_and_sub(&a, 1) == 6 && __sync_fetch_and_or(&a, 2) == 5);       \
		assert(__sync_fetch_and_and(&a, 6) == 7 && __sync_fetch_and_xor(&a, 1) == 6);      \
		assert(__sync_bool_compare_and_swap(&a, 7, 8));                                    \
		assert(!__sync_bool_compare_and_swap(&a, 7, 9));                                   \
		assert(__sync_val_compare_and_swap(&a, 8, 0) == 8);                                \
		assert(__sync_lock_test_and_set(&a, 1) == 0);                                      \
		__sync_lock_release(&a);                                                           \
		__sync_synchronize();                                                              \
		assert(a == 0);                                                                    \
	}

CHECK_WIDTH(uint8_t)
CHECK_WIDTH(int16_t)
CHECK_WIDTH(uint32_t)
CHECK_WIDTH(int64_t)

static void *check(void *arg)
{
	bool set = false;

	check_uint8_t();
	check_int16_t();
	check_uint32_t();
	check_int64_t();
	assert(!__atomic_test_and_set(&set, __ATOMIC_ACQUIRE) && set);
	__atomic_clear(&set, __ATOMIC_RELEASE);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	assert(!set);
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
