/* SPDX-License-Identifier: MIT */
/*
 * Bounds and limits: within a preemption bound the reduced search reaches whatever
 * brute force reaches within it; iterative context bounding reaches everything, failures
 * with the fewest preemptions first; limits end the search and say so.
 *
 * usage: bound [FIRST [END]]: other seeds than those of the test suite.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/oracle/check.h"
#include "tests/oracle/gen.h"
#include "tests/oracle/programs.h"
#include "tests/oracle/share.h"

#define MOST_EXECUTIONS 300 /* of brute force; larger spaces are left out */
#define MOST_BOUND      3

static uint64_t first_seed = 0, end_seed = 1500;

static const unsigned masks[] = {
        PP_SET_EVERYWHERE,
        PP_SET_ALL,
        PP_SET_YIELD | PP_BIT(PP_LOCK) | PP_BIT(PP_SEM),
};

static uint64_t compared, rounds;

static void complain(const struct vm_program *p, const char *where, uint32_t bound,
                     const char *what, const struct seen *brute, const struct seen *seen)
{
	fprintf(stderr, "%s, bound %u: %s: %zu states and %zu traces of %zu and %zu\n", where,
	        bound, what, seen->states.n, seen->traces.n, brute->states.n, brute->traces.n);
	gen_print(p);
	fail();
}

static const char *mistake(const struct seen *brute, const struct seen *seen, uint32_t bound)
{
	if (seen->over)
		return "more executions than brute force";
	if (seen->diverged)
		return "divergence";
	if (seen->preemptions > bound)
		return "too many preemptions";
	if (!hash_set_equal(&brute->states, &seen->states))
		return "final states differ";
	if (!brute->deadlocks != !seen->deadlocks || !brute->findings != !seen->findings)
		return "findings differ";
	if (!hash_set_equal(&brute->traces, &seen->traces))
		return "traces differ";
	return NULL;
}

static struct explore_options bounded(enum explore_reduction reduction, uint32_t bound)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;

	o.reduction = reduction;
	o.preemption_bound = bound;
	return o;
}

/* One pass with the bound, and rounds that lead to it. False: the space is too large. */
static bool compare(const struct vm_program *p, const char *where, unsigned pp, uint32_t bound)
{
	struct explore_options o = bounded(REDUCTION_NONE, bound);
	struct seen brute;
	bool small;

	check_explore(p, &o, pp, MOST_EXECUTIONS, true, &brute);
	small = !brute.over;
	for (int icb = 0; small && icb <= 1; icb++) {
		struct seen seen;
		const char *what;

		o = bounded(REDUCTION_OPTIMAL, bound);
		o.strategy = icb ? STRATEGY_ICB : STRATEGY_DEPTH_FIRST;
		check_explore(p, &o, pp, 10 * MOST_EXECUTIONS, true, &seen);
		what = mistake(&brute, &seen, bound);
		if (!what && bound == EXPLORE_NO_BOUND && !seen.stats.complete)
			what = "not complete";
		/* What is called complete within a bound is so without it. */
		if (!what && !seen.stats.complete &&
		    seen.stats.bounds_done != (icb || bound != EXPLORE_NO_BOUND ? bound + 1 : 0))
			what = "the bound is not called done";
		if (what)
			complain(p, where, bound, what, &brute, &seen);
		rounds += seen.stats.repeated;
		compared++;
		seen_release(&seen);
	}
	seen_release(&brute);
	return small;
}

/* "Complete" means the same with a bound as without. */
static void check_completeness(const struct vm_program *p, const char *where, unsigned pp)
{
	struct explore_options o = bounded(REDUCTION_OPTIMAL, EXPLORE_NO_BOUND);
	struct seen all, seen;

	check_explore(p, &o, pp, MOST_EXECUTIONS, true, &all);
	for (uint32_t bound = 0; !all.over && bound <= MOST_BOUND; bound++) {
		o = bounded(REDUCTION_OPTIMAL, bound);
		check_explore(p, &o, pp, 20 * MOST_EXECUTIONS, true, &seen);
		if (!seen.over && seen.stats.complete && !hash_set_equal(&all.traces, &seen.traces))
			complain(p, where, bound, "called complete", &all, &seen);
		seen_release(&seen);
	}
	seen_release(&all);
}

/* Preemptions of the first execution that fails, or of the best one; none fails: UINT32_MAX. */
static uint32_t preemptions_of_failure(const struct vm_program *p, const struct explore_options *o,
                                       bool first)
{
	struct explorer *x = explorer_new(o);
	struct scheduler *s = explorer_scheduler(x);
	struct vm_run run = {0};
	uint32_t fewest = UINT32_MAX;

	while (s->ops->begin(s) && !(first && fewest != UINT32_MAX)) {
		vm_execute(p, s, PP_SET_EVERYWHERE, &run);
		if (run.reason != END_ABANDONED && (run.finding || run.deadlock) &&
		    run.preemptions < fewest)
			fewest = run.preemptions;
	}
	s->ops->free(s);
	vm_run_release(&run);
	return fewest;
}

static bool check_fewest_first(const struct vm_program *p, const char *where)
{
	struct explore_options o = bounded(REDUCTION_NONE, EXPLORE_NO_BOUND);
	uint32_t fewest = preemptions_of_failure(p, &o, false), got;

	o = bounded(REDUCTION_OPTIMAL, EXPLORE_NO_BOUND);
	o.strategy = STRATEGY_ICB;
	got = preemptions_of_failure(p, &o, true);
	if (got != fewest) {
		fprintf(stderr, "%s: fails with %u preemptions, found with %u\n", where, fewest,
		        got);
		gen_print(p);
		fail();
	}
	return fewest && fewest != UINT32_MAX;
}

static void test_bounded_reduction(void **state)
{
	unsigned failing = 0;

	(void)state;
	for (uint64_t seed = first_seed; seed < end_seed; seed++) {
		struct vm_program p;

		gen_program(&p, seed);
		for (unsigned m = 0; m < ARRAY_SIZE(masks); m++) {
			char where[64];

			snprintf(where, sizeof(where), "seed %llu, mask %u",
			         (unsigned long long)seed, m);
			for (uint32_t bound = 0; bound <= MOST_BOUND; bound++)
				compare(&p, where, masks[m], bound);
			if (compare(&p, where, masks[m], EXPLORE_NO_BOUND)) {
				check_completeness(&p, where, masks[m]);
				if (m == 0)
					failing += check_fewest_first(&p, where);
			}
		}
		vm_program_release(&p);
	}
	printf("%llu searches compared, %llu executions repeated, %u programs that fail with "
	       "preemptions only\n",
	       (unsigned long long)compared, (unsigned long long)rounds, failing);
	if (end_seed - first_seed >= 1000) {
		assert_true(compared > 10 * (end_seed - first_seed));
		assert_true(failing > 0);
	}
}

/*
 * That thread 2 writes before thread 0, which then goes on, takes no preemption only if thread
 * 2 blocks at the semaphore, before thread 1 posts.
 */
static void program_enabling(struct vm_program *p)
{
	static const struct insn code[][5] = {
	        {{I_CREATE, 0, 1, 0, 0},
	         {I_CREATE, 0, 2, 0, 0},
	         {I_SEM_WAIT, 3, 1, 0, 0},
	         {I_WRITE, 0, 0, 8, 1},
	         {I_END, 0, 0, 0, 0}},
	        {{I_SEM_POST, 3, 1, 0, 0}, {I_END, 0, 0, 0, 0}},
	        {{I_WRITE, 0, 8, 8, 1}, /* its own */
	         {I_WRITE, 0, 0, 8, 2},
	         {I_SEM_WAIT, 3, 1, 0, 0},
	         {I_END, 0, 0, 0, 0}},
	};

	*p = (struct vm_program){.name = "enabling", .n_threads = ARRAY_SIZE(code), .bytes = 16};
	for (unsigned t = 0; t < ARRAY_SIZE(code); t++)
		for (unsigned i = 0; !i || code[t][i - 1].op != I_END; i++)
			vec_push(&p->code[t], code[t][i]);
}

static bool reaches_all(const struct vm_program *p, uint32_t bound, uint32_t mutation)
{
	struct explore_options o = bounded(REDUCTION_NONE, bound);
	struct seen brute, seen;
	bool same;

	check_explore(p, &o, PP_SET_EVERYWHERE, 0, true, &brute);
	o = bounded(REDUCTION_OPTIMAL, bound);
	o.mutation = mutation;
	check_explore(p, &o, PP_SET_EVERYWHERE, 0, true, &seen);
	same = hash_set_equal(&brute.traces, &seen.traces);
	seen_release(&brute);
	seen_release(&seen);
	return same;
}

/* Each of the places that are planned for the bound's sake is needed. */
static void test_mutations(void **state)
{
	struct vm_program p;

	(void)state;
	program_enabling(&p);
	assert_true(reaches_all(&p, 0, MUTATION_NONE));
	assert_false(reaches_all(&p, 0, MUTATION_NO_ENABLED));
	vm_program_release(&p);
	program_counter(&p, 2, 2);
	assert_true(reaches_all(&p, 0, MUTATION_NONE));
	assert_false(reaches_all(&p, 0, MUTATION_NO_FREE_POINT));
	vm_program_release(&p);
}

/* Rounds, what they repeat, and the estimate, which is of the round. */
static void test_rounds(void **state)
{
	struct explore_options o = bounded(REDUCTION_OPTIMAL, EXPLORE_NO_BOUND);
	struct vm_program p;
	struct vm_run run = {0};
	struct explorer *x;
	struct scheduler *s;
	uint64_t runs = 0;
	double last = 0;

	(void)state;
	o.strategy = STRATEGY_ICB;
	program_counter(&p, 2, 2);
	x = explorer_new(&o);
	s = explorer_scheduler(x);
	for (uint32_t bound = 0; s->ops->begin(s);) {
		if (explorer_bound(x) != bound) {
			assert_int_equal(explorer_bound(x), ++bound);
			assert_int_equal(explorer_stats(x)->bounds_done, bound);
			assert_true(last > (double)runs - 0.5 && last < (double)runs + 0.5);
		}
		vm_execute(&p, s, PP_SET_EVERYWHERE, &run);
		runs++;
		assert_true(run.preemptions <= bound);
		last = explorer_estimate(x).executions;
		assert_true(last > (double)runs - 0.5);
	}
	assert_true(explorer_stats(x)->complete);
	assert_int_equal(explorer_stats(x)->executions, runs);
	assert_true(explorer_stats(x)->repeated > 0);
	assert_int_equal(explorer_stats(x)->bounds_done, explorer_bound(x) + 1);
	s->ops->free(s);
	vm_run_release(&run);
	vm_program_release(&p);
}

/* A depth limit leaves no bound complete, and rounds go on all the same. */
static void test_rounds_with_limit(void **state)
{
	struct explore_options o = bounded(REDUCTION_OPTIMAL, 2);
	struct vm_program p;
	struct seen s;

	(void)state;
	o.strategy = STRATEGY_ICB;
	o.max_steps = 12;
	program_counter(&p, 2, 3);
	check_explore(&p, &o, PP_SET_EVERYWHERE, 0, false, &s);
	assert_true(s.stats.limited > 0);
	assert_int_equal(s.stats.bounds_done, 0);
	assert_false(s.stats.complete);
	seen_release(&s);
	vm_program_release(&p);
}

/*
 * A thread may be left for nothing after many steps of its own: one that waits for another
 * in a loop that writes something comes to its end without a preemption.
 */
static void test_long_turns(void **state)
{
	static const struct insn code[][6] = {
	        {{I_CREATE, 0, 1, 0, 0},
	         {I_WRITE, 0, 8, 8, 1}, /* a loop that changes something */
	         {I_LOAD, 0, 0, 8, 0},
	         {I_JNE, 0, 0, 1, 1},
	         {I_END, 0, 0, 0, 0}},
	        {{I_STORE, 0, 0, 8, 1}, {I_END, 0, 0, 0, 0}},
	};
	struct explore_options o = bounded(REDUCTION_OPTIMAL, 0);
	struct vm_program p = {.name = "loop", .n_threads = 2, .bytes = 16};
	struct seen s;

	(void)state;
	for (unsigned t = 0; t < 2; t++)
		for (unsigned i = 0; !i || code[t][i - 1].op != I_END; i++)
			vec_push(&p.code[t], code[t][i]);
	o.max_executions = 1;
	o.max_steps = 100000;
	check_explore(&p, &o, PP_SET_EVERYWHERE, 0, false, &s);
	assert_int_equal(s.stats.executions, 1);
	assert_int_equal(s.stats.limited, 0);
	seen_release(&s);
	vm_program_release(&p);
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

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_bounded_reduction),
	        cmocka_unit_test(test_mutations),
	        cmocka_unit_test(test_rounds),
	        cmocka_unit_test(test_rounds_with_limit),
	        cmocka_unit_test(test_long_turns),
	        cmocka_unit_test(test_bound_is_kept),
	        cmocka_unit_test(test_limits),
	};

	end_seed = test_share(end_seed);
	if (argc > 1) {
		first_seed = strtoull(argv[1], NULL, 0);
		end_seed = argc > 2 ? strtoull(argv[2], NULL, 0) : first_seed + 1;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
