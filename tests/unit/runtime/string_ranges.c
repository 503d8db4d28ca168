/* SPDX-License-Identifier: MIT */
/* mem* and str*: which bytes they announce, and what they make of changes in between. */
#include "tests/unit/runtime/libc_around.h"

#include "runtime/intercept/range.c"
#include "runtime/intercept/memory.c"
#include "runtime/intercept/string.c"
#include "runtime/intercept/number.c"

static char text[64], other[64];

static int set_up(void **state)
{
	(void)state;
	around_reset();
	heap_span = 0;
	memset(text, 0, sizeof(text));
	memset(other, 0, sizeof(other));
	threads_exist = true;
	return 0;
}

/* One call, the ranges it reads of text. */
#define READS(call, bytes)                                                                         \
	do {                                                                                       \
		around.n_events = 0;                                                               \
		(void)(call);                                                                      \
		expect_event(around.n_events - 1, OP_READ, text, bytes);                           \
	} while (0)

static void test_extent_of_reads(void **state)
{
	(void)state;
	strcpy(text, "hello world");
	READS(scree_i_strlen(text), 12);
	READS(scree_i_strnlen(text, 5), 5);
	READS(scree_i_strnlen(text, 50), 12);
	READS(scree_i_strchr(text, 'o'), 5);
	READS(scree_i_strchr(text, 'z'), 12);
	READS(scree_i_strchrnul(text, ' '), 6);
	READS(scree_i_strrchr(text, 'h'), 12);
	READS(scree_i_strspn(text, "hel"), 5);
	READS(scree_i_strcspn(text, " "), 6);
	READS(scree_i_strpbrk(text, "xw"), 7);
	READS(scree_i_strstr(text, "lo"), 5);
	READS(scree_i_strstr(text, "low"), 12);
	READS(scree_i_memchr(text, 'l', 40), 3);
	READS(scree_i_memchr(text, 'z', 40), 40);
	strcpy(text, " 42 apples");
	READS(scree_i_strtol(text, NULL, 10), 4);
	READS(scree_i_atoi(text), 4);
	READS(scree_i_strtod(text, NULL), 4);
}

static void test_comparisons_read_to_the_difference(void **state)
{
	(void)state;
	strcpy(text, "abcX");
	strcpy(other, "abcY");
	assert_true(scree_i_strcmp(text, other) < 0);
	expect_event(0, OP_READ, text, 4);
	expect_event(1, OP_READ, other, 4);
	around.n_events = 0;
	assert_int_equal(scree_i_strncmp(text, other, 3), 0);
	expect_event(0, OP_READ, text, 3);
	around.n_events = 0;
	strcpy(other, "abcx");
	assert_int_equal(scree_i_strcasecmp(text, other), 0);
	expect_event(0, OP_READ, text, 5);
	around.n_events = 0;
	assert_true(scree_i_memcmp(text, other, 10) != 0);
	expect_event(1, OP_READ, other, 10);
}

static void test_copies_read_then_write(void **state)
{
	(void)state;
	strcpy(other, "abc");
	assert_ptr_equal(scree_i_strcpy(text, other), text);
	assert_int_equal(around.n_events, 2);
	expect_event(0, OP_READ, other, 4);
	expect_event(1, OP_WRITE, text, 4);
	around.n_events = 0;
	scree_i_strncpy(text, other, 10);
	expect_event(0, OP_READ, other, 4);
	expect_event(1, OP_WRITE, text, 4);
	expect_event(2, OP_WRITE, text + 4, 6);
	around.n_events = 0;
	scree_i_strcat(text, other);
	expect_event(0, OP_READ, text, 4);
	expect_event(1, OP_READ, other, 4);
	expect_event(2, OP_WRITE, text + 3, 4);
	assert_string_equal(text, "abcabc");
}

/* What the other thread does inside the announcement around.at_event_number. */
static void other_thread_overwrites(void)
{
	memset(other, 'Z', 3);
}

static void test_copy_keeps_what_it_read(void **state)
{
	(void)state;
	/* Inside the announcement of the write: the read has happened. */
	strcpy(other, "abc");
	around.at_event = other_thread_overwrites;
	around.at_event_number = 1;
	scree_i_memcpy(text, other, 4);
	assert_string_equal(text, "abc");
	/* Inside the announcement of the read: it has not. */
	strcpy(other, "abc");
	around.n_events = 0;
	around.at_event_number = 0;
	scree_i_strcpy(text, other);
	assert_string_equal(text, "ZZZ");
}

static void other_thread_lengthens(void)
{
	strcpy(text, "longer");
	around.at_event = NULL;
}

static void other_thread_shortens(void)
{
	strcpy(text, "a");
	around.at_event = NULL;
}

static void test_string_that_changes_is_read_anew(void **state)
{
	(void)state;
	strcpy(text, "abc");
	around.at_event = other_thread_lengthens;
	assert_int_equal(scree_i_strlen(text), 6);
	assert_int_equal(around.n_events, 2);
	expect_event(0, OP_READ, text, 4);
	expect_event(1, OP_READ, text, 7);
	/* A shorter one was covered. */
	around.n_events = 0;
	around.at_event = other_thread_shortens;
	assert_int_equal(scree_i_strlen(text), 1);
	assert_int_equal(around.n_events, 1);
	expect_event(0, OP_READ, text, 7);
}

static void other_thread_makes_equal(void)
{
	strcpy(other, "abcd");
	around.at_event = NULL;
}

static void test_comparison_goes_on_where_strings_became_equal(void **state)
{
	(void)state;
	strcpy(text, "abcd");
	strcpy(other, "aXcd");
	around.at_event = other_thread_makes_equal;
	around.at_event_number = 1;
	assert_int_equal(scree_i_strcmp(text, other), 0);
	expect_event(0, OP_READ, text, 2);
	expect_event(1, OP_READ, other, 2);
	expect_event(2, OP_READ, text, 5);
	expect_event(3, OP_READ, other, 5);
}

static void test_long_copies_go_in_steps(void **state)
{
	static char from[200000], to[200000];
	(void)state;
	for (size_t i = 0; i < sizeof(from); i++)
		from[i] = (char)(i * 31 >> 3);
	scree_i_memcpy(to, from, sizeof(from));
	assert_memory_equal(to, from, sizeof(from));
	assert_int_equal(around.n_events, 8);
	expect_event(0, OP_READ, from, COPY_STEP);
	expect_event(7, OP_WRITE, to + 3 * COPY_STEP, sizeof(to) - 3 * COPY_STEP);
	/* Overlapping to the right: from the end on. */
	around.n_events = 0;
	scree_i_memmove(to + 1, to, sizeof(to) - 1);
	assert_memory_equal(to + 1, from, sizeof(to) - 1);
	expect_event(0, OP_READ, to + sizeof(to) - 1 - COPY_STEP, COPY_STEP);
}

static void test_tokens(void **state)
{
	char *rest = NULL;
	(void)state;
	strcpy(text, ",a,,b");
	char *token = scree_i_strtok_r(text, ",", &rest);
	assert_ptr_equal(token, text + 1);
	assert_ptr_equal(rest, text + 3);
	expect_event(around.n_events - 2, OP_WRITE, text + 2, 1);
	expect_event(around.n_events - 1, OP_WRITE, &rest, sizeof(rest));
	assert_string_equal(scree_i_strtok_r(NULL, ",", &rest), "b");
	assert_ptr_equal(rest, text + 5); /* as glibc leaves it */
	assert_null(scree_i_strtok_r(NULL, ",", &rest));
	rest = strcpy(text, "a:");
	assert_string_equal(scree_i_strsep(&rest, ":"), "a");
	assert_string_equal(scree_i_strsep(&rest, ":"), "");
	assert_null(rest);
}

static void test_heap_strings_without_end(void **state)
{
	(void)state;
	char *block = around_heap(13);
	for (int threads = 0; threads < 2; threads++) {
		threads_exist = threads;
		memset(block, 'x', 13);
		EXPECT_FINDING(scree_i_strlen(block));
		assert_int_equal(around.bad_address, (uintptr_t)block + 13);
		EXPECT_FINDING(scree_i_strchr(block, 'y'));
		assert_int_equal(around.bad_address, (uintptr_t)block + 13);
		EXPECT_FINDING(scree_i_strcmp(block, "xxxxxxxxxxxxxy"));
		EXPECT_FINDING(scree_i_strcpy(block, "thirteen long"));
		assert_int_equal(around.bad_address, (uintptr_t)block + 13);
		assert_int_equal(block[0], 'x'); /* found before it happened */
		/* These stop in time. */
		assert_int_equal(scree_i_strnlen(block, 13), 13);
		assert_true(scree_i_strcmp(block, "xy") < 0);
		assert_null(scree_i_memchr(block, 'y', 13));
	}
}

static void test_fortified(void **state)
{
	(void)state;
	scree_i___memcpy_chk(text, "abc", 4, 4);
	assert_string_equal(text, "abc");
	EXPECT_FINDING(scree_i___memcpy_chk(text, "abcd", 5, 4));
	assert_string_equal(around.message, "memcpy writes 5 bytes into an object of 4");
	EXPECT_FINDING(scree_i___strcpy_chk(text, "abcd", 4));
	EXPECT_FINDING(scree_i___strcat_chk(text, "abcd", 7));
}

/* ifunc resolvers and the like run before anything of ours. */
static void test_before_the_runtime_is_up(void **state)
{
	(void)state;
	self = NULL;
	memset(&real, 0, sizeof(real));
	scree_i_strcpy(text, "hello");
	assert_string_equal(text, "hello");
	scree_i_memmove(text + 1, text, 5);
	assert_int_equal(scree_i_memcmp(text, "hhell", 5), 0);
	scree_i_memset(text, 0, 8);
	assert_int_equal(scree_i_strlen(text), 0);
	assert_true(scree_i_strcmp("a", "b") < 0);
	assert_int_equal(around.n_events, 0);
}

static void test_silent_with_one_thread(void **state)
{
	(void)state;
	threads_exist = false;
	scree_i_strcpy(text, "hello");
	assert_int_equal(scree_i_strlen(text), 5);
	assert_int_equal(around.n_events, 0);
}

static void test_number_errors(void **state)
{
	char *end = text;
	(void)state;
	errno = 0;
	assert_int_equal(scree_i_strtol("99999999999999999999", &end, 10), LONG_MAX);
	assert_int_equal(errno, ERANGE);
	end = text;
	assert_int_equal(scree_i_strtol("1", &end, 99), 0);
	assert_ptr_equal(end, text); /* a wrong base leaves it alone */
	assert_int_equal(errno, EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(test_extent_of_reads, set_up),
	        cmocka_unit_test_setup(test_comparisons_read_to_the_difference, set_up),
	        cmocka_unit_test_setup(test_copies_read_then_write, set_up),
	        cmocka_unit_test_setup(test_copy_keeps_what_it_read, set_up),
	        cmocka_unit_test_setup(test_string_that_changes_is_read_anew, set_up),
	        cmocka_unit_test_setup(test_comparison_goes_on_where_strings_became_equal, set_up),
	        cmocka_unit_test_setup(test_long_copies_go_in_steps, set_up),
	        cmocka_unit_test_setup(test_tokens, set_up),
	        cmocka_unit_test_setup(test_heap_strings_without_end, set_up),
	        cmocka_unit_test_setup(test_fortified, set_up),
	        cmocka_unit_test_setup(test_before_the_runtime_is_up, set_up),
	        cmocka_unit_test_setup(test_silent_with_one_thread, set_up),
	        cmocka_unit_test_setup(test_number_errors, set_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
