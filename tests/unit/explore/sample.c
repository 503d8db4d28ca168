/* SPDX-License-Identifier: MIT */
/* Samplers: the same seed gives the same schedules, and bugs of their depth are found. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/oracle/check.h"
#include "tests/oracle/programs.h"

static void explore(enum explore_strategy strategy, uint64_t seed, struct seen *s)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct vm_program p;

	o.strategy = strategy;
	o.seed = seed;
	o.max_executions = 300;
	program_counter(&p, 2, 2);
	check_explore(&p, &o, PP_SET_EVERYWHERE, 0, true, s);
	assert_int_equal(s->stats.executions, 300);
	assert_false(s->stats.complete);
	vm_program_release(&p);
}

static void check(enum explore_strategy strategy)
{
	struct seen a, b, c;

	explore(strategy, 1, &a);
	explore(strategy, 1, &b);
	explore(strategy, 2, &c);
	assert_true(hash_set_equal(&a.traces, &b.traces));
	assert_true(a.states.n >= 3); /* 2, 3 and 4 */
	assert_true(c.states.n >= 3);
	seen_release(&a);
	seen_release(&b);
	seen_release(&c);
}

static void test_random(void **state)
{
	(void)state;
	check(STRATEGY_RANDOM);
}

static void test_pct(void **state)
{
	(void)state;
	check(STRATEGY_PCT);
}

/* 1 / (n k^(d-1)) with n = 3 threads, k = 18 steps and d = 3. */
static void test_pct_probability(void **state)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct vm_program p;
	struct vm_run run = {0};
	struct explorer *x;
	struct scheduler *s;

	(void)state;
	o.strategy = STRATEGY_PCT;
	o.max_executions = 1;
	program_counter(&p, 2, 2);
	x = explorer_new(&o);
	s = explorer_scheduler(x);
	while (s->ops->begin(s))
		vm_execute(&p, s, PP_SET_EVERYWHERE, &run);
	assert_int_equal(explorer_stats(x)->longest, 18);
	assert_true(explorer_pct_probability(x) * 3 * 18 * 18 > 0.999);
	assert_true(explorer_pct_probability(x) * 3 * 18 * 18 < 1.001);
	s->ops->free(s);
	vm_run_release(&run);
	vm_program_release(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_random),
	        cmocka_unit_test(test_pct),
	        cmocka_unit_test(test_pct_probability),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
