/* SPDX-License-Identifier: MIT */
/*
 * Every reduction against brute force on generated programs, with fine, coarse and
 * very coarse steps:
 *  - optimal and dpor reach the same final states, deadlocks, findings and traces;
 *  - optimal runs each trace once;
 *  - optimal is never blocked, except where a finding or an unpredictable step
 *    (compare-and-swap, try, choice, several operations in one) misled a plan.
 *
 * usage: oracle [FIRST [END]]: other seeds than those of the test suite.
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

#define MOST_EXECUTIONS 700 /* of brute force; larger programs are left out */

static uint64_t first_seed = 0, end_seed = 5000;

static const unsigned masks[] = {
        PP_SET_EVERYWHERE,
        PP_SET_ALL,
        PP_SET_YIELD | PP_BIT(PP_LOCK) | PP_BIT(PP_SEM),
        PP_SET_YIELD | PP_BIT(PP_MEMORY),
        PP_SET_YIELD | PP_BIT(PP_UNLOCK) | PP_BIT(PP_JOIN),
        PP_SET_YIELD,
};

static uint64_t compared, left_out, blocked;

static const char *mistake(const struct seen *brute, const struct seen *seen, bool optimal)
{
	if (seen->over)
		return "more executions than brute force";
	if (seen->diverged)
		return "divergence";
	if (!seen->stats.complete)
		return "not complete";
	if (!hash_set_equal(&brute->states, &seen->states))
		return "final states differ";
	if (!brute->deadlocks != !seen->deadlocks || !brute->findings != !seen->findings)
		return "findings differ";
	if (!hash_set_equal(&brute->traces, &seen->traces))
		return "traces differ";
	if (optimal && seen->duplicates)
		return "a trace was run twice";
	return NULL;
}

static bool predictable(const struct vm_program *p)
{
	for (unsigned t = 0; t < p->n_threads; t++)
		for (size_t k = 0; k < p->code[t].n; k++)
			switch (p->code[t].at[k].op) {
			case I_CAS:
			case I_CHOOSE:
			case I_SIGNAL:
			case I_FUTEX_WAKE:
			case I_TRYLOCK:
			case I_TIMEDLOCK:
			case I_TRYRDLOCK:
			case I_TRYWRLOCK:
			case I_SEM_TRYWAIT:
			case I_SEM_TIMEDWAIT:
			case I_FUTEX_WAIT:
			case I_FUTEX_TIMEDWAIT:
				return false;
			}
	return true;
}

static void complain(const struct vm_program *p, uint64_t seed, unsigned mask, const char *who,
                     const char *what, const struct seen *brute, const struct seen *seen)
{
	fprintf(stderr,
	        "seed %llu, mask %u, %s: %s (brute force: %llu executions, %zu states, %zu traces; "
	        "%s: %llu, %llu blocked, %zu states, %zu traces)\n",
	        (unsigned long long)seed, mask, who, what,
	        (unsigned long long)brute->stats.executions, brute->states.n, brute->traces.n, who,
	        (unsigned long long)seen->stats.executions, (unsigned long long)seen->stats.blocked,
	        seen->states.n, seen->traces.n);
	gen_print(p);
	fail();
}

static void compare(const struct vm_program *p, uint64_t seed, unsigned mask)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct seen brute, seen;
	const char *what;

	o.reduction = REDUCTION_NONE;
	check_explore(p, &o, masks[mask], MOST_EXECUTIONS, true, &brute);
	if (brute.over) {
		left_out++;
		seen_release(&brute);
		return;
	}
	compared++;
	o.reduction = REDUCTION_OPTIMAL;
	check_explore(p, &o, masks[mask], 4 * MOST_EXECUTIONS, true, &seen);
	what = mistake(&brute, &seen, true);
	if (!what && seen.stats.blocked && !mask && !brute.findings && predictable(p))
		what = "blocked";
	blocked += seen.stats.blocked;
	if (what)
		complain(p, seed, mask, "optimal", what, &brute, &seen);
	seen_release(&seen);
	o.reduction = REDUCTION_DPOR;
	check_explore(p, &o, masks[mask], 4 * MOST_EXECUTIONS, true, &seen);
	what = mistake(&brute, &seen, false);
	if (what)
		complain(p, seed, mask, "dpor", what, &brute, &seen);
	seen_release(&seen);
	seen_release(&brute);
}

static void test_oracle(void **state)
{
	(void)state;
	for (uint64_t seed = first_seed; seed < end_seed; seed++) {
		struct vm_program p;

		gen_program(&p, seed);
		for (unsigned m = 0; m < ARRAY_SIZE(masks); m++)
			compare(&p, seed, m);
		vm_program_release(&p);
	}
	printf("%llu spaces compared, %llu too large, %llu executions blocked\n",
	       (unsigned long long)compared, (unsigned long long)left_out,
	       (unsigned long long)blocked);
	assert_true(compared > left_out);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_oracle)};

	if (argc > 1) {
		first_seed = strtoull(argv[1], NULL, 0);
		end_seed = argc > 2 ? strtoull(argv[2], NULL, 0) : first_seed + 1;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
