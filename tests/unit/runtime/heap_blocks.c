/* SPDX-License-Identifier: MIT */
/* Allocation: addresses, contents, sizes, errors, and what an access may touch. */
#include "tests/unit/runtime/heap_around.h"

#include <errno.h>

static void test_block_is_exact(void **state)
{
	(void)state;
	for (size_t size = 0; size <= 300; size++) {
		char *p = take(size);
		assert_int_equal((uintptr_t)p % 16, 0);
		for (size_t i = 0; i < size; i++)
			assert_false(is_bad(p + i, 1));
		for (size_t i = 1; i <= 16; i++) {
			assert_true(is_bad(p - i, 1));
			assert_true(is_bad(p + size + i - 1, 1));
		}
		assert_int_equal(heap_usable_size(p, PC), size);
	}
}

static void test_wide_accesses(void **state)
{
	(void)state;
	static const unsigned widths[] = {1, 2, 4, 8, 16};
	char *p = take(45);
	for (size_t w = 0; w < ARRAY_SIZE(widths); w++)
		for (size_t at = 0; at <= 48; at++)
			assert_int_equal(is_bad(p + at, widths[w]), at + widths[w] > 45);
	for (size_t n = 1; n < 60; n++)
		assert_int_equal(is_bad(p, n), n > 45);
	assert_false(is_bad(p + 45, 0));
}

static void test_outside_is_ignored(void **state)
{
	(void)state;
	int local = 0;
	assert_false(is_bad(&local, 4));
	assert_false(is_bad(NULL, 8)); /* not the heap's to judge */
	take(1);
	assert_false(is_bad(NULL, 8));
	assert_false(heap_owns((uintptr_t)&local));
	assert_true(heap_owns((uintptr_t)take(1)));
}

static void test_large_block_is_exact(void **state)
{
	(void)state;
	size_t size = (1 << 20) + 13;
	char *before = take(10);
	char *p = take(size);
	char *after = take(10);
	assert_true(before < p && p + size + 16 <= after);
	static const size_t good[] = {0, 1, 4095, 32767, 32768, 500000, (1 << 20) + 12};
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		assert_int_equal(p[good[i]], 0);
		assert_false(is_bad(p + good[i], 1));
	}
	assert_true(is_bad(p + size, 1));
	assert_true(is_bad(p + size - 4, 8));
	assert_true(is_bad(p - 1, 1));
	assert_false(is_bad(p, size));
	assert_true(is_bad(p, size + 1));
	heap_free(p, PC);
	assert_true(is_bad(p + 500000, 1));
	assert_false(is_bad(before, 10));
	assert_false(is_bad(after, 10));
}

static void test_contents(void **state)
{
	(void)state;
	unsigned char *p = take(1000);
	for (size_t i = 0; i < 1000; i++)
		assert_int_equal(p[i], 0xbe);
	p = scree_i_calloc(100, 10);
	for (size_t i = 0; i < 1000; i++)
		assert_int_equal(p[i], 0);
}

static void test_addresses_depend_on_own_thread_only(void **state)
{
	(void)state;
	self = &around_threads[3].base;
	char *first = take(20);
	char *second = take(20);
	around_setup(NULL);
	take(1000);
	self = &around_threads[3].base;
	assert_ptr_equal(take(20), first);
	self = &around_threads[200].base;
	take(77);
	self = &around_threads[3].base;
	assert_ptr_equal(take(20), second);
}

static void test_never_reused(void **state)
{
	(void)state;
	char *last = NULL;
	for (int i = 0; i < 1000; i++) {
		char *p = take(24);
		assert_true(p > last);
		heap_free(p, PC);
		last = p;
	}
}

static void test_aligned(void **state)
{
	(void)state;
	void *p = NULL;
	for (size_t align = 8; align <= 1 << 21; align *= 2) {
		assert_int_equal(scree_i_posix_memalign(&p, align, 24), 0);
		assert_int_equal((uintptr_t)p % align, 0);
		p = scree_i_aligned_alloc(align, 100000);
		assert_int_equal((uintptr_t)p % align, 0);
	}
	assert_int_equal(scree_i_posix_memalign(&p, 4, 24), EINVAL);
	assert_int_equal(scree_i_posix_memalign(&p, 24, 24), EINVAL);
	assert_null(scree_i_aligned_alloc(3, 24));
	assert_int_equal((uintptr_t)scree_i_memalign(33, 5) % 64, 0);
	assert_int_equal((uintptr_t)scree_i_valloc(5) % 4096, 0);
	assert_int_equal(heap_usable_size(scree_i_pvalloc(5), PC), 4096);
}

static void test_too_large(void **state)
{
	(void)state;
	errno = 0;
	assert_null(scree_i_malloc(SIZE_MAX));
	assert_int_equal(errno, ENOMEM);
	assert_null(scree_i_malloc((size_t)1 << 46));
	assert_null(scree_i_calloc(SIZE_MAX / 2, 3));
	assert_null(scree_i_pvalloc(SIZE_MAX - 5));
	assert_null(scree_i_aligned_alloc((size_t)1 << 62, 1));
	assert_null(scree_i_memalign(SIZE_MAX, 1));
	char *p = take(10);
	assert_null(scree_i_realloc(p, SIZE_MAX));
	assert_null(scree_i_reallocarray(p, SIZE_MAX / 2, 3));
	assert_false(is_bad(p, 10));
}

static void test_exhausted(void **state)
{
	(void)state;
	unsigned n = 0;
	while (scree_i_malloc((size_t)1 << 30))
		n++;
	assert_int_equal(n, 63);
	assert_int_equal(around.counters[COUNT_HEAP_EXHAUSTED], 1);
	assert_non_null(scree_i_malloc(1 << 20));
	self = &around_threads[255].base;
	assert_non_null(scree_i_malloc((size_t)1 << 30));
}

static void test_realloc_moves(void **state)
{
	(void)state;
	char *p = scree_i_realloc(NULL, 5);
	memcpy(p, "abcd", 5);
	char *q = scree_i_realloc(p, 5);
	assert_ptr_not_equal(p, q);
	assert_string_equal(q, "abcd");
	assert_true(is_bad(p, 1));
	q = scree_i_realloc(q, 100000);
	assert_string_equal(q, "abcd");
	q = scree_i_reallocarray(q, 1, 3);
	assert_memory_equal(q, "abc", 3);
	assert_true(is_bad(q + 3, 1));
	assert_null(scree_i_realloc(q, 0));
	assert_true(is_bad(q, 1));
}

static void test_memory_goes_back(void **state)
{
	(void)state;
	take(1);
	size_t before = resident();
	for (int i = 0; i < 60000; i++) { /* 900 MB in small blocks */
		void *p = take(15000);
		heap_free(p, PC);
	}
	for (int i = 0; i < 60; i++) { /* 600 MB in large ones */
		char *p = take(10 << 20);
		memset(p, 1, 10 << 20);
		heap_free(p, PC);
	}
	assert_true(resident() < before + (80u << 20));
}

static void test_live_blocks_survive_giving_back(void **state)
{
	(void)state;
	enum { N = 3000 };
	static char *kept[N];
	for (int i = 0; i < N; i++) {
		kept[i] = take(i % 7 ? 100 : 70000);
		memset(kept[i], i, 100);
		for (int k = 0; k < 20; k++)
			heap_free(take(3000), PC);
	}
	for (int i = 0; i < N; i++) {
		assert_false(is_bad(kept[i], 100));
		assert_int_equal((unsigned char)kept[i][99], i & 255);
		heap_free(kept[i], PC);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(test_block_is_exact, around_setup),
	        cmocka_unit_test_setup(test_wide_accesses, around_setup),
	        cmocka_unit_test_setup(test_outside_is_ignored, around_setup),
	        cmocka_unit_test_setup(test_large_block_is_exact, around_setup),
	        cmocka_unit_test_setup(test_contents, around_setup),
	        cmocka_unit_test_setup(test_addresses_depend_on_own_thread_only, around_setup),
	        cmocka_unit_test_setup(test_never_reused, around_setup),
	        cmocka_unit_test_setup(test_aligned, around_setup),
	        cmocka_unit_test_setup(test_too_large, around_setup),
	        cmocka_unit_test_setup(test_exhausted, around_setup),
	        cmocka_unit_test_setup(test_realloc_moves, around_setup),
	        cmocka_unit_test_setup(test_memory_goes_back, around_setup),
	        cmocka_unit_test_setup(test_live_blocks_survive_giving_back, around_setup),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
