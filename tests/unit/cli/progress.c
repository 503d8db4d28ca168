/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "base/text.h"
#include "cli/live/progress.h"

#include <math.h>

static void says(struct progress_numbers n, const char *text)
{
	struct buf b = {0};
	progress_text(&b, &n);
	assert_string_equal(buf_cstr(&b), text);
	buf_release(&b);
}

static void lines(void **state)
{
	(void)state;
	says((struct progress_numbers){0}, "0 errors, 0 executions (0/s) in 0.0 s");
	says((struct progress_numbers){.findings = 1, .executions = 1200, .elapsed_s = 3},
	     "1 error, 1,200 executions (400/s) in 3.0 s");
	says((struct progress_numbers){.executions = 1200,
	                               .elapsed_s = 3,
	                               .estimated_executions = 4812,
	                               .estimated_s = 12},
	     "0 errors, 1,200 executions (400/s) in 3.0 s; about 4,810 in all, 9.0 s left");
	says((struct progress_numbers){.executions = 1200,
	                               .elapsed_s = 3,
	                               .estimated_executions = 4812,
	                               .estimated_s = 12,
	                               .next_bound = 2},
	     "0 errors, 1,200 executions (400/s) in 3.0 s; about 4,810 in all, 9.0 s left, with at "
	     "most 1 preemption");
}

/* What a worker says is not believed: an estimate below what was run, or no number, is none. */
static void nonsense_is_left_out(void **state)
{
	static const double odd[] = {-1, 0, 1199, NAN, -INFINITY};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(odd); i++)
		says((struct progress_numbers){.executions = 1200,
		                               .elapsed_s = 3,
		                               .estimated_executions = odd[i],
		                               .estimated_s = odd[i]},
		     "0 errors, 1,200 executions (400/s) in 3.0 s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(lines),
	        cmocka_unit_test(nonsense_is_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
