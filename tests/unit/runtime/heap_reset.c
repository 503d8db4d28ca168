/* SPDX-License-Identifier: MIT */
/* Snapshot and reset: the same heap at the start of every execution. */
#include "tests/unit/runtime/heap_around.h"

enum { STEPS = 400 };

/* A seeded program of mallocs and frees over three threads; gives what it saw. */
static uint64_t run_program(unsigned seed, char **setup, size_t n_setup)
{
	char *live[STEPS];
	size_t n = 0;
	uint64_t seen = seed;
	for (int i = 0; i < STEPS; i++) {
		seed = seed * 1103515245 + 12345;
		unsigned r = seed >> 16;
		self = &around_threads[r % 3].base;
		if (r % 5 == 4 && n) {
			heap_free(live[--n], PC);
		} else if (r % 61 == 60 && n_setup) {
			heap_free(setup[--n_setup], PC);
		} else {
			size_t size = r % 37 ? r % 200 : 65000 + r;
			char *p = take(size);
			for (size_t k = 0; k < size; k += 509)
				seen = (seen ^ (uintptr_t)p ^ (unsigned char)p[k]) * 31;
			memset(p, (int)r, size);
			heap_check(p, size, true, PC);
			live[n++] = p;
		}
	}
	self = &around_threads[0].base;
	return seen;
}

/* All shadow above the snapshot must be zero again. */
static void assert_clean(void)
{
	for (unsigned id = 0; id < 3; id++) {
		const struct arena *a = &HEAP->arenas[id];
		assert_int_equal(a->next, a->snapshot_next);
		for (uintptr_t at = a->next; at < a->next + (64 << 20); at += 32768) {
			static const uint8_t zeros[4096];
			assert_memory_equal(shadow_of(at), zeros, sizeof(zeros));
		}
	}
}

static void test_same_every_time(void **state)
{
	(void)state;
	char *setup[20];
	for (size_t i = 0; i < ARRAY_SIZE(setup); i++)
		setup[i] = take(i == 9 ? 200000 : i * 10);
	heap_free(setup[19], PC);
	heap_snapshot();
	uint64_t seen[10];
	for (unsigned round = 0; round < 30; round++) {
		uint64_t now = run_program(round % 10, setup, 19);
		if (round < 10)
			seen[round] = now;
		assert_int_equal(seen[round % 10], now);
		heap_reset();
		assert_clean();
		for (size_t i = 0; i < 19; i++) {
			assert_int_equal(heap_usable_size(setup[i], PC), i == 9 ? 200000 : i * 10);
			assert_false(is_bad(setup[i], i == 9 ? 200000 : i * 10));
			assert_true(is_bad(setup[i] + (i == 9 ? 200000 : i * 10), 1));
		}
		assert_true(is_bad(setup[19], 1));
	}
}

static void test_large_contents_are_fresh(void **state)
{
	(void)state;
	take(10);
	heap_snapshot();
	for (int round = 0; round < 4; round++) {
		if (round % 2) { /* small blocks where the large one is next time */
			for (int i = 0; i < 100; i++)
				memset(take(5000), 1, 5000);
		} else {
			char *p = take(300000);
			for (size_t i = 0; i < 300000; i++)
				assert_int_equal(p[i], 0);
			memset(p, 7, 300000);
		}
		heap_reset();
	}
}

static void test_memory_stays_flat(void **state)
{
	(void)state;
	take(10);
	heap_snapshot();
	size_t before = resident();
	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < 3000; i++)
			memset(take(40000), 1, 40000); /* 120 MB, never freed */
		memset(take(200 << 20), 1, 1 << 20);
		heap_reset();
		assert_true(resident() < before + (64u << 20));
	}
}

static void test_setup_costs_nothing(void **state)
{
	(void)state;
	char *p = NULL;
	for (int i = 0; i < 100000; i++)
		p = take(1000);
	heap_snapshot();
	uint64_t pages_before = resident();
	for (int i = 0; i < 100000; i++) { /* would take minutes if each reset cost 100 MB */
		self = &around_threads[i % 2].base;
		heap_free(p, PC);
		take(100);
		self = &around_threads[0].base;
		heap_reset();
	}
	assert_true(resident() < pages_before + (4u << 20));
}

static void collect(uintptr_t lo, uintptr_t hi, void *arg)
{
	uintptr_t *sum = arg;
	sum[0]++;
	sum[1] += hi - lo;
}

static void test_snapshot_ranges(void **state)
{
	(void)state;
	uintptr_t lo, hi, sum[2] = {0};
	char *p[4];
	for (int i = 0; i < 4; i++)
		p[i] = take(4000);
	char *small = take(100);
	heap_free(p[1], PC);
	heap_snapshot();
	char *later = take(8);
	heap_snapshot_range(&lo, &hi);
	assert_true(lo <= (uintptr_t)p[0] && (uintptr_t)small + 100 <= hi &&
	            hi <= (uintptr_t)later);
	heap_snapshot_blocks(collect, sum);
	assert_int_equal(sum[0], 2);
	assert_true(sum[1] >= 3 * 4000 + 100 && sum[1] < 4 * 4000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(test_same_every_time, around_setup),
	        cmocka_unit_test_setup(test_large_contents_are_fresh, around_setup),
	        cmocka_unit_test_setup(test_memory_stays_flat, around_setup),
	        cmocka_unit_test_setup(test_setup_costs_nothing, around_setup),
	        cmocka_unit_test_setup(test_snapshot_ranges, around_setup),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
