/* SPDX-License-Identifier: MIT */
/*
 * The oracle notices deliberate mistakes of the explorer: each mutation leads to
 * lost traces, repeated or blocked ones, or a divergence on some generated program.
 * Those that only a bound on preemptions shows are in bound.c.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "tests/oracle/brute.h"
#include "tests/oracle/gen.h"

#define MOST_SEEDS      3000
#define MOST_EXECUTIONS 300

static const char *const names[MUTATION_NO_FREE_POINT] = {
        [MUTATION_NONE] = "none",
        [MUTATION_DROP_RACE] = "drop a race",
        [MUTATION_NO_PENDING] = "blocked threads do not race",
        [MUTATION_SLEEP_ON] = "no waking of sleepers",
        [MUTATION_NO_SLEEP] = "no sleep sets",
        [MUTATION_UNLOCK_LOCK] = "wrong co-enabled rule",
        [MUTATION_LAST_STEP_ONLY] = "plans of one step",
        [MUTATION_FIRST_OUTCOME] = "one outcome for each choice",
        [MUTATION_NO_TIMEOUT_RACE] = "a prevented time-out is forgotten",
        [MUTATION_WHOLE_WORDS] = "accesses rounded to words",
        [MUTATION_NO_CUT] = "a cut step has seen nothing",
        [MUTATION_NO_FATAL] = "ending an execution is independent",
};

static bool differs(const struct vm_program *p, unsigned pp, uint32_t mutation)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct seen brute, seen;
	bool found = false;

	o.reduction = REDUCTION_NONE;
	check_explore(p, &o, pp, MOST_EXECUTIONS, true, &brute);
	if (!brute.over) {
		o.reduction = REDUCTION_OPTIMAL;
		o.mutation = mutation;
		check_explore(p, &o, pp, 4 * MOST_EXECUTIONS, true, &seen);
		found = seen.over || seen.diverged || seen.duplicates ||
		        !hash_set_equal(&brute.traces, &seen.traces) ||
		        !hash_set_equal(&brute.states, &seen.states);
		seen_release(&seen);
	}
	seen_release(&brute);
	return found;
}

/* The first seed on which it shows, or MOST_SEEDS. */
static uint64_t noticed(uint32_t mutation, uint64_t seeds)
{
	for (uint64_t seed = 0; seed < seeds; seed++) {
		struct vm_program p;
		bool found;

		gen_program(&p, seed);
		found = differs(&p, PP_SET_EVERYWHERE, mutation) ||
		        differs(&p, PP_SET_YIELD | PP_BIT(PP_LOCK), mutation);
		vm_program_release(&p);
		if (found)
			return seed;
	}
	return MOST_SEEDS;
}

static void test_mutations(void **state)
{
	(void)state;
	for (uint32_t m = MUTATION_NONE + 1; m < MUTATION_NO_FREE_POINT; m++) {
		uint64_t seed = noticed(m, MOST_SEEDS);

		if (seed == MOST_SEEDS)
			fail_msg("not noticed: %s", names[m]);
		printf("%-40s noticed at seed %llu\n", names[m], (unsigned long long)seed);
	}
}

static void test_no_mutation(void **state)
{
	(void)state;
	assert_int_equal(noticed(MUTATION_NONE, 300), MOST_SEEDS);
}

/* Preemption points at synchronization alone miss outcomes; the race points bring them back. */
static void test_race_points_matter(void **state)
{
	static const unsigned pps[] = {PP_SET_EVERYWHERE, PP_SET_ALL};
	uint64_t seed, missed = 0;

	(void)state;
	for (seed = 0; seed < 300; seed++) {
		struct seen seen[2];
		struct vm_program p;

		gen_program(&p, seed);
		for (unsigned i = 0; i < 2; i++) {
			struct brute_options o = {
			        .pp = pps[i], .bound = EXPLORE_NO_BOUND, .max_states = 2000};

			brute_force(&p, &o, &seen[i]);
		}
		missed += !seen[0].over && !seen[0].findings &&
		          !hash_set_equal(&seen[0].outcomes, &seen[1].outcomes);
		seen_release(&seen[0]);
		seen_release(&seen[1]);
		vm_program_release(&p);
	}
	assert_true(missed > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_mutations),
	        cmocka_unit_test(test_no_mutation),
	        cmocka_unit_test(test_race_points_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
