/* SPDX-License-Identifier: MIT */
/* printf into memory: what is read and written, and arguments that change meanwhile. */
#include "tests/unit/runtime/libc_around.h"

#include "runtime/intercept/range.c"
#include "runtime/intercept/sprintf.c"

static char to[64], first[16], second[16];

static int set_up(void **state)
{
	(void)state;
	around_reset();
	memset(to, 0, sizeof(to));
	strcpy(first, "one");
	strcpy(second, "two");
	threads_exist = true;
	return 0;
}

static void test_events(void **state)
{
	static const char fmt[] = "%5d|%s|%.2s|%Lf|%g|%s";
	(void)state;
	int n = scree_i_snprintf(to, sizeof(to), fmt, 1, first, second, 1.0L, 1.0, "end");
	assert_int_equal(n, strlen(to));
	assert_string_equal(to, "    1|one|tw|1.000000|1|end");
	expect_event(0, OP_READ, fmt, sizeof(fmt));
	expect_event(1, OP_READ, first, 4);
	expect_event(2, OP_READ, second, 2);
	expect_event(4, OP_WRITE, to, (size_t)n + 1);
	assert_int_equal(around.n_events, 5);
}

static void test_result_that_is_cut_off(void **state)
{
	(void)state;
	assert_int_equal(scree_i_snprintf(to, 3, "%s", first), 3);
	assert_string_equal(to, "on");
	expect_event(2, OP_WRITE, to, 3);
	around.n_events = 0;
	assert_int_equal(scree_i_snprintf(NULL, 0, "%s", first), 3);
	assert_int_equal(around.n_events, 2);
}

static void other_thread_changes_first(void)
{
	strcpy(first, "ONE");
	around.at_event = NULL;
}

/* Between the reads of the two strings: the result may not mix old and new unannounced. */
static void test_arguments_that_change_are_read_anew(void **state)
{
	(void)state;
	around.at_event = other_thread_changes_first;
	around.at_event_number = 2;
	scree_i_sprintf(to, "%s %s", first, second);
	assert_string_equal(to, "ONE two");
	expect_event(1, OP_READ, first, 4);
	expect_event(2, OP_READ, second, 4);
	expect_event(4, OP_READ, first, 4);
	expect_event(5, OP_READ, second, 4);
	expect_event(6, OP_WRITE, to, 8);
}

static void test_result_is_as_read(void **state)
{
	(void)state;
	around.at_event = other_thread_changes_first;
	around.at_event_number = 2; /* the write */
	scree_i_sprintf(to, "%s", first);
	assert_string_equal(to, "one");
}

static void test_long_results(void **state)
{
	char *result = NULL;
	(void)state;
	assert_int_equal(scree_i_asprintf(&result, "%5000d", 7), 5000);
	assert_int_equal(strlen(result), 5000);
	free(result);
	EXPECT_FINDING(scree_i___sprintf_chk(to, 1, 4, "%s", "four"));
	assert_string_equal(around.message, "sprintf writes 5 bytes into an object of 4");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(test_events, set_up),
	        cmocka_unit_test_setup(test_result_that_is_cut_off, set_up),
	        cmocka_unit_test_setup(test_arguments_that_change_are_read_anew, set_up),
	        cmocka_unit_test_setup(test_result_is_as_read, set_up),
	        cmocka_unit_test_setup(test_long_results, set_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
