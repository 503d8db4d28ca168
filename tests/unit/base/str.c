/* SPDX-License-Identifier: MIT */
#include "base/str.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void test_format(void **state)
{
	char *s = str_format("%s-%d", "a", 7);

	(void)state;
	assert_string_equal(s, "a-7");
	mem_free(s);
}

static void test_ends(void **state)
{
	(void)state;
	assert_true(str_starts("-Wl,x", "-Wl,"));
	assert_false(str_starts("-W", "-Wl,"));
	assert_true(str_starts("", ""));
	assert_true(str_ends("a.hpp", ".hpp"));
	assert_false(str_ends("pp", ".hpp"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_format),
	        cmocka_unit_test(test_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
