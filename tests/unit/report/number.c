/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "base/text.h"
#include "report/words/number.h"

#include <math.h>

static void rounded(double n, const char *text)
{
	struct buf b = {0};
	number_rounded(&b, n);
	assert_string_equal(buf_cstr(&b), text);
	buf_release(&b);
}

static void duration(double seconds, const char *text)
{
	struct buf b = {0};
	number_duration(&b, seconds);
	assert_string_equal(buf_cstr(&b), text);
	buf_release(&b);
}

static void numbers(void **state)
{
	struct buf b = {0};
	(void)state;
	number_add(&b, UINT64_MAX);
	assert_string_equal(buf_cstr(&b), "18,446,744,073,709,551,615");
	buf_clear(&b);
	number_count(&b, 1, "execution");
	buf_text(&b, ", ");
	number_count(&b, 1000, "event");
	assert_string_equal(buf_cstr(&b), "1 execution, 1,000 events");
	buf_release(&b);
}

static void estimates(void **state)
{
	(void)state;
	rounded(0, "0");
	rounded(-3, "0");
	rounded(7.6, "8");
	rounded(999, "999");
	rounded(12345, "12,300");
	rounded(12350, "12,400");
	rounded(999999, "1,000,000");
	rounded(1e18, "more than 10^18");
	rounded(INFINITY, "more than 10^18");
	rounded(NAN, "more than 10^18");
	struct buf b = {0};
	number_about(&b, 12345);
	buf_text(&b, ", ");
	number_about(&b, 1e19);
	assert_string_equal(buf_cstr(&b), "about 12,300, more than 10^18");
	buf_release(&b);
}

static void durations(void **state)
{
	(void)state;
	duration(0.04, "0.0 s");
	duration(9.94, "9.9 s");
	duration(40.2, "40 s");
	duration(600, "10 min");
	duration(3 * 3600, "3.0 h");
	duration(72.0 * 3600, "3 days");
	duration(5000.0 * 24 * 3600, "14 years");
	duration(1e15, "more than a million years");
	duration(-1, "an unknown time");
	duration(NAN, "an unknown time");
	duration(INFINITY, "an unknown time");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(numbers),
	        cmocka_unit_test(estimates),
	        cmocka_unit_test(durations),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
