/* SPDX-License-Identifier: MIT */
/* Findings of the heap and their words; events of alloc and free; leaks. */
#include "tests/unit/runtime/heap_around.h"

#include <dlfcn.h>

#define PROGRAM_PC ((uintptr_t)&around_setup) /* code of this program, not of libc */

static uintptr_t libc_pc(void)
{
	return (uintptr_t)dlsym(RTLD_DEFAULT, "strfry");
}

static void test_overflow(void **state)
{
	(void)state;
	char *p = take(13);
	EXPECT_FINDING(BUFFER_OVERFLOW, "write of 1 byte at {0x", heap_check(p + 13, 1, true, PC));
	assert_non_null(strstr(around.message, "0 bytes after the end of a block of 13 bytes"));
	assert_int_equal(around.finding.addr, (uintptr_t)p + 13);
	assert_int_equal(around.n_notes, 1);
	assert_string_equal(around.notes[0], "the block was allocated by {T0}");
	EXPECT_FINDING(BUFFER_OVERFLOW, "read of 4 bytes", heap_check(p - 2, 4, false, PC));
	assert_non_null(strstr(around.message, "2 bytes before a block of 13 bytes"));
	EXPECT_FINDING(BUFFER_OVERFLOW, "8 bytes inside a block of 13 bytes, of which 3 bytes are",
	               heap_check(p + 8, 8, false, PC));
	EXPECT_FINDING(BUFFER_OVERFLOW, "never allocated", heap_check(p + 1000000, 1, false, PC));
	self = &around_threads[1].base;
	EXPECT_FINDING(BUFFER_OVERFLOW, "never allocated",
	               heap_check((char *)HEAP_BASE + ((size_t)9 << 36), 1, false, PC));
}

static void test_use_after_free(void **state)
{
	(void)state;
	self = &around_threads[1].base;
	self->depth = 3;
	char *p = take(32);
	self = &around_threads[2].base;
	self->depth = 20;
	heap_free(p, PC + 1);
	take(32);
	EXPECT_FINDING(USE_AFTER_FREE, "read of 4 bytes at {0x",
	               heap_check_small((uintptr_t)p + 8, 4, false, PC));
	assert_non_null(strstr(around.message, "8 bytes inside a freed block of 32 bytes"));
	assert_int_equal(around.n_notes, 2);
	assert_string_equal(around.notes[0], "the block was allocated by {T1}");
	assert_string_equal(around.notes[1], "the block was freed by {T2}");
	assert_int_equal(around.note_frames[0], 4);
	assert_int_equal(around.note_frames[1], 8);
}

static void test_bad_frees(void **state)
{
	(void)state;
	static int global;
	char *p = take(32);
	heap_free(NULL, PC);
	EXPECT_FINDING(INVALID_FREE, "points 8 bytes inside a block", heap_free(p + 8, PC));
	EXPECT_FINDING(INVALID_FREE, "16 bytes inside a block", heap_free(p + 16, PC));
	EXPECT_FINDING(INVALID_FREE, "no allocation returned", heap_free(&global, PC));
	EXPECT_FINDING(INVALID_FREE, "no allocation returned", heap_free((void *)HEAP_BASE, PC));
	EXPECT_FINDING(INVALID_FREE, "realloc of", heap_realloc(&global, 4, PC));
	heap_free(p, PC);
	EXPECT_FINDING(DOUBLE_FREE, "a block of 32 bytes", heap_free(p, PC));
	EXPECT_FINDING(DOUBLE_FREE, "realloc of", heap_realloc(p, 1, PC));
	EXPECT_FINDING(DOUBLE_FREE, "malloc_usable_size of", heap_usable_size(p, PC));
	char *large = take(100000);
	heap_free(large, PC);
	EXPECT_FINDING(DOUBLE_FREE, "a block of 100000 bytes", heap_free(large, PC));
}

/* The hint in front of a block is only a hint. */
static void test_corrupt_redzone(void **state)
{
	(void)state;
	char *a = take(32), *b = take(32), *c = take(32);
	memset(b - 16, 0xff, 16);
	memset(c - 16, 0, 16);
	heap_free(c, PC);
	heap_free(b, PC);
	assert_false(is_bad(a, 32));
	EXPECT_FINDING(DOUBLE_FREE, "", heap_free(b, PC));
}

static void test_before_the_runtime(void **state)
{
	(void)state;
	static int global;
	self = NULL;
	char *p = take(32);
	heap_free(&global, PC);
	assert_null(heap_realloc(&global, 8, PC));
	p = heap_realloc(p, 64, PC);
	heap_free(p, PC);
	assert_int_equal(arena_of((uintptr_t)p) - HEAP->arenas, 0);
}

static void test_events(void **state)
{
	(void)state;
	char *quiet = heap_alloc(8, 16, false, PROGRAM_PC);
	assert_int_equal(around.n_events, 0);
	threads_exist = true;
	heap_free(quiet, libc_pc());               /* libc: no event */
	heap_free(heap_alloc(8, 16, false, 0), 0); /* the runtime: none either */
	assert_int_equal(around.n_events, 0);
	char *p = heap_alloc(40, 16, false, PROGRAM_PC);
	char *q = heap_realloc(p, 0x1ffffffff, PROGRAM_PC);
	heap_free(q, PROGRAM_PC);
	static const struct {
		enum op_kind kind;
		uint32_t size;
	} wanted[] = {{OP_ALLOC, 40}, {OP_ALLOC, UINT32_MAX}, {OP_FREE, 40}, {OP_FREE, UINT32_MAX}};
	assert_int_equal(around.n_events, ARRAY_SIZE(wanted));
	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++) {
		assert_int_equal(around.events[i].kind, wanted[i].kind);
		assert_int_equal(around.events[i].size, wanted[i].size);
		assert_int_equal(around.events[i].pc, PROGRAM_PC);
	}
	native(self)->in_runtime = 1;
	heap_free(heap_alloc(40, 16, false, PROGRAM_PC), PROGRAM_PC);
	assert_int_equal(around.n_events, ARRAY_SIZE(wanted));
}

static char *contended;

static void free_it_meanwhile(void)
{
	around.in_op_begin = NULL;
	self = &around_threads[1].base;
	heap_free(contended, PROGRAM_PC + 1);
	self = &around_threads[0].base;
}

static void write_meanwhile(void)
{
	around.in_op_begin = NULL;
	memcpy(contended, "new", 4);
}

static void test_others_run_before_a_free(void **state)
{
	(void)state;
	threads_exist = true;
	contended = heap_alloc(40, 16, false, PROGRAM_PC);
	around.in_op_begin = free_it_meanwhile;
	EXPECT_FINDING(DOUBLE_FREE, "free of", heap_free(contended, PROGRAM_PC));
	assert_string_equal(around.notes[1], "the block was freed by {T1}");

	contended = heap_alloc(40, 16, true, PROGRAM_PC);
	around.in_op_begin = write_meanwhile;
	assert_string_equal(heap_realloc(contended, 50, PROGRAM_PC), "new");
}

static void test_leaks(void **state)
{
	(void)state;
	void **kept = heap_alloc(64, 16, true, PROGRAM_PC);
	void **inner = heap_alloc(100000, 16, true, PROGRAM_PC + 1);
	around.roots[1] = (uintptr_t)kept + 63; /* into the middle */
	kept[3] = inner;
	inner[5000] = heap_alloc(0, 16, false, PROGRAM_PC + 2);
	heap_alloc(5000, 16, false, libc_pc()); /* libc's own */
	heap_report_leaks();

	kept[3] = NULL;
	EXPECT_FINDING(LEAK, "100000 bytes in 2 blocks", heap_report_leaks());
	assert_int_equal(around.n_notes, 2);
	assert_string_equal(around.notes[0], "100000 bytes in 1 block allocated by {T0}");
	assert_string_equal(around.notes[1], "0 bytes in 1 block allocated by {T0}");
	heap_free(inner[5000], PROGRAM_PC);
	heap_free(inner, PROGRAM_PC);
	heap_report_leaks();
}

static void test_many_leak_sites(void **state)
{
	(void)state;
	for (unsigned site = 1; site <= 20; site++)
		for (unsigned i = 0; i < 3; i++)
			heap_alloc(site, 16, true, PROGRAM_PC + site);
	EXPECT_FINDING(LEAK, "630 bytes in 60 blocks", heap_report_leaks());
	assert_int_equal(around.n_notes, 17);
	assert_string_equal(around.notes[0], "60 bytes in 3 blocks allocated by {T0}");
	assert_string_equal(around.notes[15], "15 bytes in 3 blocks allocated by {T0}");
	assert_string_equal(around.notes[16], "4 more places with less are not shown");
}

static void test_libc_is_known(void **state)
{
	(void)state;
	known = false;
	assert_true(pc_in_libc(PROGRAM_PC));
	modules_init();
	assert_false(pc_in_libc(PROGRAM_PC));
	assert_true(pc_in_libc(libc_pc()));
	assert_false(pc_in_libc((uintptr_t)&around));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(test_overflow, around_setup),
	        cmocka_unit_test_setup(test_use_after_free, around_setup),
	        cmocka_unit_test_setup(test_bad_frees, around_setup),
	        cmocka_unit_test_setup(test_corrupt_redzone, around_setup),
	        cmocka_unit_test_setup(test_before_the_runtime, around_setup),
	        cmocka_unit_test_setup(test_events, around_setup),
	        cmocka_unit_test_setup(test_others_run_before_a_free, around_setup),
	        cmocka_unit_test_setup(test_leaks, around_setup),
	        cmocka_unit_test_setup(test_many_leak_sites, around_setup),
	        cmocka_unit_test_setup(test_libc_is_known, around_setup),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
