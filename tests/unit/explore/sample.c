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

/*
 * A bug of depth d: thread 1 writes 1, 2, …, thread 2 reads, writes down what it saw, and so
 * on, and it fails if the reads saw 1, 2, …, each read after its write and before the next
 * one: d orders that must hold. Thread 0 judges afterwards.
 */
static void program_deep_bug(struct vm_program *p, unsigned depth)
{
	static const struct insn create[] = {{I_CREATE, 0, 1, 0, 0}, {I_CREATE, 0, 2, 0, 0}};
	static const struct insn join[] = {{I_JOIN, 0, 1, 0, 0}, {I_JOIN, 0, 2, 0, 0}};
	static const struct insn end = {I_END, 0, 0, 0, 0};
	unsigned reads = (depth + 1) / 2;

	*p = (struct vm_program){.name = "deep", .n_threads = 3, .bytes = 64};
	for (unsigned i = 0; i < 2; i++)
		vec_push(&p->code[0], create[i]);
	for (unsigned i = 0; i < 2; i++)
		vec_push(&p->code[0], join[i]);
	for (unsigned i = 1; i <= reads; i++) {
		uint16_t at = (uint16_t)(8 * i);

		vec_push(&p->code[1], ((struct insn){I_WRITE, 0, 0, 8, (int16_t)i}));
		vec_push(&p->code[2], ((struct insn){I_READ, 0, 0, 8, 0}));
		vec_push(&p->code[2], ((struct insn){I_WRITE_REG, 0, at, 8, 0}));
		vec_push(&p->code[0], ((struct insn){I_READ, (uint8_t)i, at, 8, 0}));
	}
	if (depth % 2 == 0)
		vec_push(&p->code[1], ((struct insn){I_WRITE, 0, 0, 8, 99}));
	/* another value: the end, and no failure */
	for (unsigned i = 1; i <= reads; i++)
		vec_push(&p->code[0], ((struct insn){I_JNE, (uint8_t)i, 0, (uint16_t)i,
		                                     (int16_t)(4 + 2 * reads + 1)}));
	vec_push(&p->code[0], ((struct insn){I_ASSERT, 0, 0, 0, 1}));
	for (unsigned t = 0; t < 3; t++)
		vec_push(&p->code[t], end);
}

/* How many of 4000 executions fail, drawn with the given depth; and what is guaranteed. */
static double drawn(const struct vm_program *p, uint32_t pct_depth, double *guaranteed)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct explorer *x;
	struct scheduler *s;
	struct vm_run run = {0};
	uint64_t failed = 0;

	o.strategy = STRATEGY_PCT;
	o.pct_depth = pct_depth;
	o.seed = 5;
	o.max_executions = 4000;
	x = explorer_new(&o);
	s = explorer_scheduler(x);
	while (s->ops->begin(s)) {
		vm_execute(p, s, PP_SET_EVERYWHERE, &run);
		failed += run.finding;
	}
	*guaranteed = explorer_pct_probability(x) * (double)explorer_stats(x)->guaranteed;
	/* the first ones do not know how long executions are, which matters for changes */
	assert_true(explorer_stats(x)->guaranteed > 3900);
	assert_int_equal(explorer_stats(x)->guaranteed == 4000, pct_depth == 1);
	s->ops->free(s);
	vm_run_release(&run);
	return (double)failed;
}

/* Fixed seeds: the numbers are always the same. */
static void test_pct_finds_deep_bugs(void **state)
{
	double guaranteed;

	(void)state;
	for (unsigned depth = 2; depth <= 3; depth++) {
		struct vm_program p;

		program_deep_bug(&p, depth);
		assert_true(drawn(&p, depth, &guaranteed) >= guaranteed);
		assert_true(guaranteed > 1);
		/* With fewer changes of priority than that there is no such schedule. */
		assert_true(drawn(&p, depth - 1, &guaranteed) == 0);
		vm_program_release(&p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_random),
	        cmocka_unit_test(test_pct),
	        cmocka_unit_test(test_pct_probability),
	        cmocka_unit_test(test_pct_finds_deep_bugs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
