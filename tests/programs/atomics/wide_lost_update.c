// SPDX-License-Identifier: MIT
// expect: finding assertion
// flags: -mcx16 -latomic
// covers: atomics 128
// A 128-bit load and a 128-bit store are two steps.
#include <assert.h>
#include <pthread.h>

typedef unsigned __int128 u128;

static _Alignas(16) u128 counter;

static void *add(void *arg)
{
	u128 seen = __atomic_load_n(&counter, __ATOMIC_SEQ_CST);

	__atomic_store_n(&counter, seen + 1, __ATOMIC_SEQ_CST);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
	assert(__atomic_load_n(&counter, __ATOMIC_SEQ_CST) == 2); /* BUG */
	return 0;
}
