/* SPDX-License-Identifier: MIT */
/*
 * Searches that are saved and restored at random moments, on generated programs, run what
 * an undisturbed search runs, and nothing twice.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "explore/checkpoint.h"
#include "tests/oracle/canon.h"
#include "tests/oracle/check.h"
#include "tests/oracle/gen.h"
#include "tests/oracle/share.h"

#define MOST_EXECUTIONS 400

static uint64_t first_seed = 0, end_seed = 600;
static uint64_t saves, whole;
static uint64_t dice_state;

static unsigned dice(unsigned sides)
{
	dice_state = dice_state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(dice_state >> 33) % sides;
}

static struct explorer *restored(const struct explore_options *o, struct buf *bytes)
{
	struct explorer *x = explorer_new(o);
	struct reader r = {bytes->at, bytes->n, false};

	assert_int_equal(explorer_restore(x, &r), RESTORE_OK);
	buf_release(bytes);
	return x;
}

static bool saved(struct explorer *x, struct buf *b)
{
	struct scheduler *s = explorer_scheduler(x);
	bool more = explorer_save(x, b);

	s->ops->free(s);
	saves++;
	return more;
}

/* Goes on with a copy of itself, as another process would. */
static struct explorer *reborn(struct explorer *x, const struct explore_options *o)
{
	struct buf b = {0};

	saved(x, &b);
	return restored(o, &b);
}

/* The same twice, without anything run in between: the second time it writes what it has read. */
static struct explorer *reborn_twice(struct explorer *x, const struct explore_options *o)
{
	struct buf once = {0}, twice = {0}, bytes = {0};
	bool more = saved(x, &once);

	buf_bytes(&bytes, once.at, once.n);
	assert_int_equal(saved(restored(o, &bytes), &twice), more);
	assert_int_equal(once.n, twice.n);
	assert_memory_equal(once.at, twice.at, once.n);
	buf_release(&once);
	return restored(o, &twice);
}

static void note(struct seen *out, const struct vm_run *run)
{
	if (run->reason == END_ABANDONED)
		return;
	hash_set_add(&out->states, run->state);
	out->deadlocks += run->deadlock;
	out->findings += run->finding;
	if (!hash_set_add(&out->traces, canon_trace(run)))
		out->duplicates++;
}

/* always: before the first execution, after each, and when all have been run; else now and then. */
static void run_disturbed(const struct vm_program *p, const struct explore_options *o, unsigned pp,
                          bool always, struct seen *out)
{
	struct explorer *x = explorer_new(o);
	struct vm_run run = {0};

	*out = (struct seen){0};
	if (always)
		x = reborn_twice(x, o);
	while (explorer_scheduler(x)->ops->begin(explorer_scheduler(x))) {
		seen_begin(out, x);
		vm_execute(p, explorer_scheduler(x), pp, &run);
		note(out, &run);
		if (always)
			x = reborn_twice(x, o);
		else if (dice(5) == 0)
			x = reborn(x, o);
	}
	if (always)
		x = reborn_twice(x, o);
	assert_false(explorer_scheduler(x)->ops->begin(explorer_scheduler(x)));
	out->stats = *explorer_stats(x);
	out->diverged = explorer_divergence(x)->happened;
	explorer_scheduler(x)->ops->free(explorer_scheduler(x));
	vm_run_release(&run);
}

static const char *mistake(const struct seen *a, const struct seen *b, enum explore_reduction r)
{
	if (b->diverged)
		return "divergence";
	if (!b->stats.complete)
		return "not complete";
	if (!hash_set_equal(&a->states, &b->states))
		return "final states differ";
	if (!hash_set_equal(&a->traces, &b->traces))
		return "traces differ";
	/* What a restored search finds again may make dpor try a thread in vain. */
	if (a->stats.executions != b->stats.executions || a->stats.repeated != b->stats.repeated ||
	    a->stats.bounds_done != b->stats.bounds_done ||
	    (r != REDUCTION_DPOR && a->stats.blocked != b->stats.blocked))
		return "another number of executions";
	if (r == REDUCTION_OPTIMAL && b->duplicates)
		return "a trace was run twice";
	return NULL;
}

static void compare(uint64_t seed, const struct vm_program *p, unsigned pp,
                    enum explore_reduction reduction, enum explore_strategy strategy)
{
	bool always = seed % 4 == 0;
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct seen undisturbed, disturbed;
	const char *what;

	o.reduction = reduction;
	o.fine_steps = check_fine_steps(pp);
	o.strategy = strategy;
	check_explore(p, &o, pp, MOST_EXECUTIONS, true, &undisturbed);
	if (!undisturbed.over) {
		run_disturbed(p, &o, pp, always, &disturbed);
		what = mistake(&undisturbed, &disturbed,
		               strategy == STRATEGY_ICB ? REDUCTION_DPOR : reduction);
		if (what) {
			fprintf(stderr,
			        "seed %llu, pp %x, reduction %d: %s (%llu executions, %zu traces; "
			        "disturbed %llu, %zu traces)\n",
			        (unsigned long long)seed, pp, (int)reduction, what,
			        (unsigned long long)undisturbed.stats.executions,
			        undisturbed.traces.n,
			        (unsigned long long)disturbed.stats.executions, disturbed.traces.n);
			gen_print(p);
			fail();
		}
		whole += disturbed.stats.executions;
		seen_release(&disturbed);
	}
	seen_release(&undisturbed);
}

static void test_disturbed(void **state)
{
	static const unsigned pps[] = {PP_SET_EVERYWHERE, PP_SET_ALL};

	(void)state;
	for (uint64_t seed = first_seed; seed < end_seed; seed++) {
		struct vm_program p;

		dice_state = seed;
		gen_program(&p, seed);
		for (unsigned m = 0; m < ARRAY_SIZE(pps); m++)
			for (int r = REDUCTION_OPTIMAL; r <= REDUCTION_NONE; r++)
				compare(seed, &p, pps[m], (enum explore_reduction)r,
				        STRATEGY_DEPTH_FIRST);
		for (unsigned m = 0; m < ARRAY_SIZE(pps); m++)
			compare(seed, &p, pps[m], REDUCTION_OPTIMAL, STRATEGY_ICB);
		vm_program_release(&p);
	}
	printf("%llu executions, %llu saved and restored\n", (unsigned long long)whole,
	       (unsigned long long)saves);
	assert_true(saves > end_seed - first_seed);
}

/* Cut off anywhere, a saved search is refused. */
static void test_truncated(void **state)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct explorer *x = explorer_new(&o);
	struct scheduler *s = explorer_scheduler(x);
	struct vm_program p;
	struct vm_run run = {0};
	struct buf b = {0};

	(void)state;
	gen_program(&p, 7);
	for (int i = 0; i < 3 && s->ops->begin(s); i++)
		vm_execute(&p, s, PP_SET_EVERYWHERE, &run);
	explorer_save(x, &b);
	for (size_t n = 0; n < b.n; n++) {
		struct explorer *y = explorer_new(&o);
		struct reader r = {b.at, n, false};

		assert_int_equal(explorer_restore(y, &r), RESTORE_DAMAGED);
		explorer_scheduler(y)->ops->free(explorer_scheduler(y));
	}
	buf_release(&b);
	s->ops->free(s);
	vm_run_release(&run);
	vm_program_release(&p);
}

static enum restore_result restore_with(const struct buf *b, const struct explore_options *o)
{
	struct explorer *x = explorer_new(o);
	struct reader r = {b->at, b->n, false};
	enum restore_result result = explorer_restore(x, &r);

	explorer_scheduler(x)->ops->free(explorer_scheduler(x));
	return result;
}

/* Every option that decides what is run is in the fingerprint; limits and shortcuts are not. */
static void test_other_options(void **state)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT, others[10], alike[3];
	struct explore_constraint constraint = {1, 2, 3, 4, false};
	struct explorer *x = explorer_new(&o);
	struct scheduler *s = explorer_scheduler(x);
	struct vm_program p;
	struct vm_run run = {0};
	struct buf b = {0};

	(void)state;
	gen_program(&p, 7);
	for (int i = 0; i < 3 && s->ops->begin(s); i++)
		vm_execute(&p, s, PP_SET_EVERYWHERE, &run);
	explorer_save(x, &b);
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		others[i] = o;
	others[0].reduction = REDUCTION_DPOR;
	others[1].strategy = STRATEGY_ICB;
	others[2].seed = 1;
	others[3].pct_depth++;
	others[4].pct_steps = 9;
	others[5].preemption_bound = 2;
	others[6].max_steps = 50;
	others[7].constraints = (constraint_vec){&constraint, 1, 1};
	others[8].fine_steps = true;
	others[9].mutation = MUTATION_NO_SLEEP;
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		assert_int_equal(restore_with(&b, &others[i]), RESTORE_OTHER_OPTIONS);
	for (size_t i = 0; i < ARRAY_SIZE(alike); i++)
		alike[i] = o;
	alike[0].max_executions = 5;
	alike[1].max_plan_nodes = 5;
	alike[2].shortcuts_off = SHORTCUT_COVERS;
	for (size_t i = 0; i < ARRAY_SIZE(alike); i++)
		assert_int_equal(restore_with(&b, &alike[i]), RESTORE_OK);
	buf_release(&b);
	s->ops->free(s);
	vm_run_release(&run);
	vm_program_release(&p);
}

/* A limit on executions stops a search in the middle: it stays stopped, and can be restored. */
static void test_stopped_by_limit(void **state)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	unsigned stopped = 0;

	(void)state;
	o.max_executions = 2;
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct explorer *x = explorer_new(&o);
		struct vm_program p;
		struct vm_run run = {0};

		gen_program(&p, seed);
		while (explorer_scheduler(x)->ops->begin(explorer_scheduler(x)))
			vm_execute(&p, explorer_scheduler(x), PP_SET_EVERYWHERE, &run);
		for (int i = 0; i < 3; i++) {
			x = reborn_twice(x, &o);
			assert_false(explorer_scheduler(x)->ops->begin(explorer_scheduler(x)));
		}
		stopped += !explorer_stats(x)->complete;
		explorer_scheduler(x)->ops->free(explorer_scheduler(x));
		vm_run_release(&run);
		vm_program_release(&p);
	}
	assert_true(stopped > 20);
}

/* Another program than the one that was saved is noticed. */
static void test_other_program(void **state)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	unsigned noticed = 0, tried = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct explorer *x = explorer_new(&o);
		struct scheduler *s = explorer_scheduler(x);
		struct vm_program p, other;
		struct vm_run run = {0};

		gen_program(&p, seed);
		gen_program(&other, seed + 1);
		for (int i = 0; i < 2 && s->ops->begin(s); i++)
			vm_execute(&p, s, PP_SET_EVERYWHERE, &run);
		x = reborn(x, &o);
		s = explorer_scheduler(x);
		if (s->ops->begin(s)) {
			tried++;
			vm_execute(&other, s, PP_SET_EVERYWHERE, &run);
			noticed += explorer_divergence(x)->happened;
		}
		s->ops->free(s);
		vm_run_release(&run);
		vm_program_release(&p);
		vm_program_release(&other);
	}
	assert_true(tried > 20);
	assert_true(noticed > tried / 2);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_disturbed),     cmocka_unit_test(test_truncated),
	        cmocka_unit_test(test_other_options), cmocka_unit_test(test_stopped_by_limit),
	        cmocka_unit_test(test_other_program),
	};

	end_seed = test_share(end_seed);
	if (argc > 1) {
		first_seed = strtoull(argv[1], NULL, 0);
		end_seed = argc > 2 ? strtoull(argv[2], NULL, 0) : first_seed + 1;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
