/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "base/text.h"
#include "report/number.h"

#include <math.h>

static void about(double n, const char *text)
{
	struct buf b = {0};
	number_about(&b, n);
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
	about(0, "0");
	about(-3, "0");
	about(7.6, "8");
	about(999, "999");
	about(12345, "12,300");
	about(12350, "12,400");
	about(999999, "1,000,000");
	about(1e18, "more than 10^18");
	about(INFINITY, "more than 10^18");
	about(NAN, "more than 10^18");
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
