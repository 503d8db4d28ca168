/* SPDX-License-Identifier: MIT */
/*
 * A search that takes the items of its frontier at random reaches what brute force reaches, on
 * generated programs, whatever the order: with DPOR and sleep sets, within a preemption bound, and
 * without a reduction. Saved and restored at any moment, it goes on as if it had not been.
 *
 * usage: frontier [FIRST [COUNT]]: from seed FIRST on, until COUNT programs were compared.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "explore/checkpoint.h"
#include "tests/oracle/brute.h"
#include "tests/oracle/canon.h"
#include "tests/oracle/gen.h"

#define MOST_STATES 1500 /* of brute force; larger programs are left out */
#define MOST_PLAIN  120  /* executions without a reduction */
#define ORDERS      6    /* random orders for each program */

static uint64_t first_seed = 0, wanted = 600;

static const struct {
	const char *name;
	unsigned pp;
} modes[] = {
        {"everywhere", PP_SET_EVERYWHERE},
        {"all", PP_SET_ALL},
        {"lock, sem", PP_SET_YIELD | PP_BIT(PP_LOCK) | PP_BIT(PP_SEM)},
};

/* Sums over programs and orders; depth first counts once for each order. */
static struct {
	uint64_t searches, traces, depth_first, shuffled;
} sums[3][3]; /* mode, reduction */

static const char *mistake(const struct seen *brute, const struct seen *seen)
{
	if (seen->over)
		return "too many executions";
	if (seen->diverged)
		return "divergence";
	if (!hash_set_equal(&brute->states, &seen->states))
		return "final states differ";
	if (!hash_set_equal(&brute->outcomes, &seen->outcomes))
		return "outcomes differ";
	if (!brute->deadlocks != !seen->deadlocks || !brute->findings != !seen->findings)
		return "findings differ";
	if (!hash_set_equal(&brute->traces, &seen->traces))
		return "traces differ";
	return NULL;
}

static uint64_t runs(const struct seen *s)
{
	return s->stats.executions + s->stats.blocked;
}

static void complain(const struct vm_program *p, uint64_t seed, unsigned mode,
                     const struct explore_options *o, const char *what, const struct seen *brute,
                     const struct seen *seen)
{
	fprintf(stderr,
	        "seed %llu, points at %s, reduction %d, order %llu, bound %u: %s (%zu states, %zu "
	        "traces of %zu, %zu; %llu executions, %llu blocked)\n",
	        (unsigned long long)seed, modes[mode].name, (int)o->reduction,
	        (unsigned long long)o->seed, o->preemption_bound, what, seen->states.n,
	        seen->traces.n, brute->states.n, brute->traces.n,
	        (unsigned long long)seen->stats.executions,
	        (unsigned long long)seen->stats.blocked);
	gen_print(p);
	fail();
}

static void compare_orders(const struct vm_program *p, uint64_t seed, unsigned mode,
                           enum explore_reduction reduction, uint64_t max, const struct seen *brute)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct seen depth_first, seen;
	const char *what;

	o.reduction = reduction;
	check_explore(p, &o, modes[mode].pp, max, true, &depth_first);
	for (o.seed = 1; !depth_first.over && o.seed <= ORDERS; o.seed++) {
		o.strategy = STRATEGY_SHUFFLED;
		check_explore(p, &o, modes[mode].pp, 20 * max, true, &seen);
		what = mistake(brute, &seen);
		if (!what && !seen.stats.complete)
			what = "not complete";
		if (!what && reduction == REDUCTION_NONE && runs(&seen) != runs(&depth_first))
			what = "another number of schedules";
		if (what)
			complain(p, seed, mode, &o, what, brute, &seen);
		sums[mode][reduction].searches++;
		sums[mode][reduction].traces += brute->traces.n;
		sums[mode][reduction].depth_first += runs(&depth_first);
		sums[mode][reduction].shuffled += runs(&seen);
		seen_release(&seen);
	}
	seen_release(&depth_first);
}

/* Within a bound, with bounded DPOR and without a reduction. */
static void compare_bounded(const struct vm_program *p, uint64_t seed)
{
	uint32_t bound = (uint32_t)(seed % 3);
	struct brute_options b = {
	        .pp = PP_SET_EVERYWHERE, .bound = bound, .max_states = MOST_STATES};
	struct seen brute, seen;

	brute_force(p, &b, &brute);
	for (int r = REDUCTION_OPTIMAL; !brute.over && r <= REDUCTION_NONE; r++) {
		struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
		const char *what;

		o.reduction = (enum explore_reduction)r;
		o.strategy = STRATEGY_SHUFFLED;
		o.preemption_bound = bound;
		o.seed = seed;
		check_explore(p, &o, PP_SET_EVERYWHERE, 20 * brute.traces.n + 200, true, &seen);
		what = seen.over ? NULL : mistake(&brute, &seen);
		if (what)
			complain(p, seed, 0, &o, what, &brute, &seen);
		seen_release(&seen);
	}
	seen_release(&brute);
}

/* Whether it was small enough to be compared with points everywhere. */
static bool compare_seed(uint64_t seed)
{
	struct vm_program p;
	bool compared = false;

	gen_program(&p, seed);
	for (unsigned m = 0; m < ARRAY_SIZE(modes); m++) {
		struct brute_options b = {
		        .pp = modes[m].pp, .bound = EXPLORE_NO_BOUND, .max_states = MOST_STATES};
		struct seen brute;

		brute_force(&p, &b, &brute);
		if (!brute.over) {
			compare_orders(&p, seed, m, REDUCTION_DPOR, 100 * brute.traces.n + 1000,
			               &brute);
			if (brute.traces.n < MOST_PLAIN)
				compare_orders(&p, seed, m, REDUCTION_NONE, MOST_PLAIN, &brute);
			compared |= m == 0;
		}
		seen_release(&brute);
	}
	if (seed % 3 == 0)
		compare_bounded(&p, seed);
	vm_program_release(&p);
	return compared;
}

static void test_any_order(void **state)
{
	static const char *const names[] = {"optimal", "dpor", "none"};
	uint64_t compared = 0, seed = first_seed;

	(void)state;
	for (; compared < wanted; seed++)
		compared += compare_seed(seed);
	printf("%llu programs in %d random orders each\n", (unsigned long long)compared, ORDERS);
	for (unsigned m = 0; m < ARRAY_SIZE(modes); m++)
		for (unsigned r = REDUCTION_DPOR; r <= REDUCTION_NONE; r++)
			printf("%-10s %-4s: %llu searches of %llu traces: %llu executions depth "
			       "first, %llu shuffled (%.3f times as many)\n",
			       modes[m].name, names[r], (unsigned long long)sums[m][r].searches,
			       (unsigned long long)sums[m][r].traces,
			       (unsigned long long)sums[m][r].depth_first,
			       (unsigned long long)sums[m][r].shuffled,
			       (double)sums[m][r].shuffled / (double)sums[m][r].depth_first);
}

/* --- saved and restored ------------------------------------------------------------------ */

static struct explorer *reborn(struct explorer *x, const struct explore_options *o)
{
	struct buf b = {0}, again = {0};
	struct reader r;
	struct explorer *y = explorer_new(o);
	bool left = explorer_save(x, &b);

	explorer_scheduler(x)->ops->free(explorer_scheduler(x));
	r = (struct reader){b.at, b.n, false};
	assert_int_equal(explorer_restore(y, &r), RESTORE_OK);
	assert_int_equal(explorer_save(y, &again), left);
	assert_int_equal(b.n, again.n);
	assert_memory_equal(b.at, again.at, b.n);
	buf_release(&b);
	buf_release(&again);
	return y;
}

/* A hash of all executions, in their order; each: after how many the search is reborn. */
static uint64_t sequence(const struct vm_program *p, const struct explore_options *o, unsigned each,
                         struct explore_stats *stats)
{
	struct explorer *x = explorer_new(o);
	struct vm_run run = {0};
	uint64_t hash = 0;

	for (unsigned n = 1; n < 200 && explorer_scheduler(x)->ops->begin(explorer_scheduler(x));
	     n++) {
		vm_execute(p, explorer_scheduler(x), PP_SET_EVERYWHERE, &run);
		hash = (hash ^ run.state) * 0x100000001b3u;
		for (size_t i = 0; i < run.steps.n; i++)
			hash = (hash ^ (run.steps.at[i].thread + 1u)) * 0x100000001b3u;
		if (each && n % each == 0)
			x = reborn(x, o);
		assert_true(explorer_estimate(x).proportion <= 1.000001);
	}
	assert_false(explorer_divergence(x)->happened);
	*stats = *explorer_stats(x);
	explorer_scheduler(x)->ops->free(explorer_scheduler(x));
	vm_run_release(&run);
	return hash;
}

static void test_restored(void **state)
{
	unsigned others = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 150; seed++)
		for (int r = REDUCTION_DPOR; r <= REDUCTION_NONE; r++) {
			struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
			struct explore_stats stats, again;
			struct vm_program p;
			uint64_t hash;

			gen_program(&p, seed);
			o.reduction = (enum explore_reduction)r;
			o.fine_steps = true;
			hash = sequence(&p, &o, 0, &stats);
			o.strategy = STRATEGY_SHUFFLED;
			o.seed = seed + 1;
			others += sequence(&p, &o, 0, &stats) != hash;
			hash = sequence(&p, &o, 0, &stats);
			for (unsigned each = 1; each <= 3; each++) {
				assert_true(sequence(&p, &o, each, &again) == hash);
				assert_int_equal(stats.executions, again.executions);
				assert_int_equal(stats.blocked, again.blocked);
			}
			vm_program_release(&p);
		}
	assert_true(others > 100); /* it is not depth first */
}

/* Cut off anywhere, or with a byte changed, a saved tree is refused or is a frontier. */
static void test_damaged(void **state)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct explorer *x;
	struct vm_program p;
	struct vm_run run = {0};
	struct buf b = {0};

	(void)state;
	gen_program(&p, 7);
	o.reduction = REDUCTION_DPOR;
	o.strategy = STRATEGY_SHUFFLED;
	x = explorer_new(&o);
	for (int i = 0; i < 5 && explorer_scheduler(x)->ops->begin(explorer_scheduler(x)); i++)
		vm_execute(&p, explorer_scheduler(x), PP_SET_EVERYWHERE, &run);
	assert_true(explorer_save(x, &b));
	for (size_t n = 0; n < 2 * b.n; n++) {
		struct explorer *y = explorer_new(&o);
		struct reader r = {b.at, n < b.n ? n : b.n, false};
		enum restore_result result;

		if (n >= b.n)
			b.at[n - b.n] ^= 0x55;
		result = explorer_restore(y, &r);
		if (n < b.n)
			assert_int_equal(result, RESTORE_DAMAGED);
		else
			b.at[n - b.n] ^= 0x55;
		explorer_scheduler(y)->ops->free(explorer_scheduler(y));
	}
	buf_release(&b);
	explorer_scheduler(x)->ops->free(explorer_scheduler(x));
	vm_run_release(&run);
	vm_program_release(&p);
}

/* When everything was run, the estimate says so. */
static void test_estimate(void **state)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;

	(void)state;
	o.reduction = REDUCTION_DPOR;
	o.strategy = STRATEGY_SHUFFLED;
	for (uint64_t seed = 0; seed < 60; seed++) {
		struct explorer *x = explorer_new(&o);
		struct scheduler *s = explorer_scheduler(x);
		struct vm_run run = {0};
		struct vm_program p;
		double before = 0, now = 0;
		unsigned n = 0;

		gen_program(&p, seed);
		while (n++ < 300 && s->ops->begin(s)) {
			vm_execute(&p, s, PP_SET_EVERYWHERE, &run);
			before = now;
			now = explorer_estimate(x).proportion;
		}
		if (explorer_stats(x)->complete) {
			assert_true(before < 1 || n <= 2);
			assert_true(explorer_estimate(x).proportion == 1);
		}
		s->ops->free(s);
		vm_run_release(&run);
		vm_program_release(&p);
	}
}

/* Deliberate mistakes show in a random order, too. */
static void test_mutations(void **state)
{
	static const uint32_t mutations[] = {MUTATION_DROP_RACE, MUTATION_NO_PENDING,
	                                     MUTATION_SLEEP_ON};

	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(mutations); i++) {
		bool noticed = false;

		for (uint64_t seed = 0; seed < 400 && !noticed; seed++) {
			struct brute_options b = {.pp = PP_SET_EVERYWHERE,
			                          .bound = EXPLORE_NO_BOUND,
			                          .max_states = MOST_STATES};
			struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
			struct seen brute, seen;
			struct vm_program p;

			gen_program(&p, seed);
			o.reduction = REDUCTION_DPOR;
			o.strategy = STRATEGY_SHUFFLED;
			o.mutation = mutations[i];
			brute_force(&p, &b, &brute);
			check_explore(&p, &o, PP_SET_EVERYWHERE, 3000, true, &seen);
			noticed = !brute.over && mistake(&brute, &seen);
			seen_release(&seen);
			seen_release(&brute);
			vm_program_release(&p);
		}
		assert_true(noticed);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest all[] = {
	        cmocka_unit_test(test_any_order), cmocka_unit_test(test_restored),
	        cmocka_unit_test(test_damaged),   cmocka_unit_test(test_estimate),
	        cmocka_unit_test(test_mutations),
	};
	const struct CMUnitTest any_order[] = {cmocka_unit_test(test_any_order)};

	if (argc == 1)
		return cmocka_run_group_tests(all, NULL, NULL);
	first_seed = strtoull(argv[1], NULL, 0);
	wanted = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	return cmocka_run_group_tests(any_order, NULL, NULL);
}
