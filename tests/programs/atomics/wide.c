// SPDX-License-Identifier: MIT
// expect: ok
// flags: -mcx16 -latomic
// covers: atomics 128
// 128-bit atomics: load, store, exchange, compare and swap; a pair that is never seen torn.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 u128;

static _Alignas(16) u128 pair;

static u128 both(uint64_t x)
{
	return (u128)x << 64 | x;
}

static void *update(void *arg)
{
	for (int i = 0; i < 2; i++) {
		u128 seen = __atomic_load_n(&pair, __ATOMIC_SEQ_CST);

		do
			assert((uint64_t)seen == (uint64_t)(seen >> 64));
		while (!__atomic_compare_exchange_n(&pair, &seen, both((uint64_t)seen + 1), false,
		                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	__atomic_store_n(&pair, both(7), __ATOMIC_RELEASE);
	pthread_create(&t, NULL, update, NULL);
	update(NULL);
	pthread_join(t, NULL);
	assert(__atomic_exchange_n(&pair, both(1), __ATOMIC_SEQ_CST) == both(11));
	assert(__atomic_fetch_add(&pair, 1, __ATOMIC_RELAXED) == both(1));
	assert(__atomic_load_n(&pair, __ATOMIC_ACQUIRE) == both(1) + 1);
	return 0;
}
