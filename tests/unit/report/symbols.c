/* SPDX-License-Identifier: MIT */
/* Looks up the functions, lines and variables of this very program. */
#include "tests/unit/unit.h"

#include "report/names/demangle.h"
#include "report/names/source.h"
#include "report/names/symbols.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct node {
	struct node *next;
	int value;
};

int test_counter;
static struct node test_table[4];
static struct {
	pthread_mutex_t lock;
	struct node head;
	union {
		int number;
		char text[8];
	} either;
	int grid[2][3];
} test_queue;

/* Where a call of this returns to. */
__attribute__((noinline)) static uint64_t return_address(void)
{
	return (uint64_t)(uintptr_t)__builtin_extract_return_addr(__builtin_return_address(0));
}

static unsigned call_line;

__attribute__((always_inline)) static inline uint64_t inlined_call(void)
{
	uint64_t pc = return_address();
	__asm__ volatile("" : "+r"(pc));
	return pc;
}

__attribute__((noinline)) static uint64_t outer_call(void)
{
	call_line = __LINE__ + 1;
	uint64_t pc = inlined_call();
	__asm__ volatile("" : "+r"(pc));
	return pc;
}

static struct symbols *own_symbols(void)
{
	static char maps[1 << 16];
	FILE *file = fopen("/proc/self/maps", "re");
	assert_non_null(file);
	maps[fread(maps, 1, sizeof(maps) - 1, file)] = '\0';
	fclose(file);
	return symbols_open(maps);
}

static void frames_with_inlining(void **state)
{
	struct symbols *s = *state;
	uint64_t pc = outer_call();
	const frame_vec *frames = symbols_frames(s, pc);
	assert_int_equal(frames->n, 2);
	assert_string_equal(frames->at[0].function, "inlined_call");
	assert_true(frames->at[0].inlined);
	assert_string_equal(frames->at[1].function, "outer_call");
	assert_false(frames->at[1].inlined);
	assert_int_equal(frames->at[1].line, call_line);
	assert_non_null(strstr(frames->at[1].file, "tests/unit/report/symbols.c"));
	assert_ptr_equal(symbols_frames(s, pc), frames);
	assert_ptr_equal(symbols_place(s, &pc, 1), &frames->at[0]);
}

static void unknown_addresses(void **state)
{
	static const uint64_t pcs[] = {0, 1, 2, 0x10, UINT64_MAX, UINT64_MAX / 2};
	struct symbols *s = *state, *none = symbols_open(NULL),
	               *noise = symbols_open("no maps\n\n-");
	struct buf b = {0};
	for (size_t i = 0; i < ARRAY_SIZE(pcs); i++) {
		assert_int_equal(symbols_frames(s, pcs[i])->n, 1);
		assert_null(symbols_frames(s, pcs[i])->at[0].function);
		assert_null(symbols_frames(none, pcs[i])->at[0].function);
		assert_null(symbols_frames(noise, pcs[i])->at[0].function);
		assert_false(symbols_object(s, pcs[i], 4, &b));
		assert_false(symbols_object(none, pcs[i], 4, &b));
	}
	assert_null(symbols_place(s, pcs, ARRAY_SIZE(pcs)));
	buf_clear(&b);
	assert_false(symbols_object(none, 0x1234, 0, &b));
	assert_string_equal(buf_cstr(&b), "0x1234");
	buf_release(&b);
	symbols_free(none);
	symbols_free(noise);
}

static void many_addresses(void **state)
{
	struct symbols *s = *state;
	for (uint64_t pc = 0x1000; pc < 0x1000 + 5000; pc++)
		assert_int_equal(symbols_frames(s, pc)->n, 1);
}

static void is_named(struct symbols *s, const void *at, uint32_t size, const char *name)
{
	struct buf b = {0};
	assert_true(symbols_object(s, (uint64_t)(uintptr_t)at, size, &b));
	assert_string_equal(buf_cstr(&b), name);
	buf_release(&b);
}

static void variables(void **state)
{
	struct symbols *s = *state;
	static int local_static;
	local_static++;
	is_named(s, &test_counter, 4, "test_counter");
	is_named(s, (char *)&test_counter + 1, 1, "test_counter+1");
	is_named(s, &test_table[3].value, 4, "test_table[3].value");
	is_named(s, &test_table[2], 0, "test_table[2].next");
	is_named(s, &test_table[2], sizeof(struct node), "test_table[2]");
	is_named(s, &test_table, sizeof(test_table), "test_table");
	is_named(s, &test_queue.lock, 0, "test_queue.lock");
	is_named(s, &test_queue.lock, sizeof(pthread_mutex_t), "test_queue.lock");
	is_named(s, &test_queue.head.value, 4, "test_queue.head.value");
	is_named(s, &test_queue.either.text[6], 1, "test_queue.either.text[6]");
	is_named(s, &test_queue.grid[1][2], 4, "test_queue.grid[1][2]");
	is_named(s, &local_static, 4, "local_static");
}

static void library_variables(void **state)
{
	struct buf b = {0};
	/* Its name depends on what libc's own debug information calls it. */
	assert_true(symbols_object(*state, (uint64_t)(uintptr_t)stdout, 0, &b));
	assert_non_null(strstr(buf_cstr(&b), "std"));
	buf_release(&b);
}

static void demangled(void **state)
{
	(void)state;
	char *plain = demangle("main"), *cxx = demangle("_ZN5queue4pushEi"),
	     *bad = demangle("_Zzz");
	assert_string_equal(plain, "main");
	/* Without libstdc++ the name stays as it is. */
	if (strcmp(cxx, "_ZN5queue4pushEi") != 0)
		assert_string_equal(cxx, "queue::push(int)");
	assert_string_equal(bad, "_Zzz");
	mem_free(plain);
	mem_free(cxx);
	mem_free(bad);
}

static void paths(void **state)
{
	static const struct {
		const char *dir, *name, *out;
	} cases[] = {
	        {"/a/b", "c.c", "/a/b/c.c"},   {"/a/b", "./x/../c.c", "/a/b/c.c"},
	        {"/a/b", "/d//e.c", "/d/e.c"}, {"/a", "../../../c.c", "/c.c"},
	        {NULL, "c.c", "/c.c"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *path = path_absolute(cases[i].dir, cases[i].name);
		assert_string_equal(path, cases[i].out);
		mem_free(path);
	}
	assert_string_equal(path_relative("/a/b/c.c", "/a/b"), "c.c");
	assert_string_equal(path_relative("/a/bc/c.c", "/a/b"), "/a/bc/c.c");
	assert_string_equal(path_relative("/c.c", "/"), "/c.c");
}

static int open_symbols(void **state)
{
	*state = own_symbols();
	return 0;
}

static int close_symbols(void **state)
{
	symbols_free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(frames_with_inlining),
	        cmocka_unit_test(unknown_addresses),
	        cmocka_unit_test(many_addresses),
	        cmocka_unit_test(variables),
	        cmocka_unit_test(library_variables),
	        cmocka_unit_test(demangled),
	        cmocka_unit_test(paths),
	};
	return cmocka_run_group_tests(tests, open_symbols, close_symbols);
}
