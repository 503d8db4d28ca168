/* SPDX-License-Identifier: MIT */
/*
 * Bounds and limits: within a preemption bound the reduced search reaches whatever
 * brute force reaches within it; limits end the search and say so.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "tests/oracle/check.h"
#include "tests/oracle/gen.h"
#include "tests/oracle/programs.h"

#define SEEDS           600
#define MOST_EXECUTIONS 1500

static uint64_t compared;

static void compare(const struct vm_program *p, uint64_t seed, uint32_t bound)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct seen brute, seen;

	o.reduction = REDUCTION_NONE;
	o.preemption_bound = bound;
	check_explore(p, &o, PP_SET_EVERYWHERE, MOST_EXECUTIONS, true, &brute);
	if (!brute.over) {
		compared++;
		o.reduction = REDUCTION_OPTIMAL;
		check_explore(p, &o, PP_SET_EVERYWHERE, 4 * MOST_EXECUTIONS, true, &seen);
		if (!hash_set_equal(&brute.states, &seen.states) ||
		    !hash_set_equal(&brute.traces, &seen.traces)) {
			fprintf(stderr,
			        "seed %llu, bound %u: %zu states and %zu traces of %zu and %zu\n",
			        (unsigned long long)seed, bound, seen.states.n, seen.traces.n,
			        brute.states.n, brute.traces.n);
			gen_print(p);
			fail();
		}
		seen_release(&seen);
	}
	seen_release(&brute);
}

static void test_bounded_reduction(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct vm_program p;

		gen_program(&p, seed);
		for (uint32_t bound = 0; bound <= 2; bound++)
			compare(&p, seed, bound);
		vm_program_release(&p);
	}
	assert_true(compared > SEEDS);
}

/* Two threads that increment a variable once lose an update only with a preemption. */
static void test_bound_is_kept(void **state)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct vm_program p;
	struct seen s;

	(void)state;
	program_counter(&p, 2, 1);
	o.preemption_bound = 0;
	check_explore(&p, &o, PP_SET_EVERYWHERE, 0, true, &s);
	assert_int_equal(s.traces.n, 2);
	assert_true(s.stats.bounded > 0);
	assert_false(s.stats.complete);
	seen_release(&s);
	o.preemption_bound = 1;
	check_explore(&p, &o, PP_SET_EVERYWHERE, 0, true, &s);
	assert_int_equal(s.traces.n, 4);
	seen_release(&s);
	vm_program_release(&p);
}

static void test_limits(void **state)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct vm_program p;
	struct seen s;

	(void)state;
	program_counter(&p, 2, 3);
	o.max_executions = 10;
	check_explore(&p, &o, PP_SET_EVERYWHERE, 0, false, &s);
	assert_int_equal(s.stats.executions, 10);
	assert_false(s.stats.complete);
	seen_release(&s);
	o.max_executions = 0;
	o.max_steps = 12;
	check_explore(&p, &o, PP_SET_EVERYWHERE, 0, false, &s);
	assert_true(s.stats.limited > 0);
	assert_false(s.stats.complete);
	seen_release(&s);
	o.max_steps = 0;
	o.max_plan_nodes = 3;
	check_explore(&p, &o, PP_SET_EVERYWHERE, 0, false, &s);
	assert_true(s.stats.dropped > 0);
	assert_false(s.stats.complete);
	seen_release(&s);
	vm_program_release(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_bounded_reduction),
	        cmocka_unit_test(test_bound_is_kept),
	        cmocka_unit_test(test_limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
