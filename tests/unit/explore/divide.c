/* SPDX-License-Identifier: MIT */
/*
 * Spaces that are divided by constraints, on generated programs: the parts together run what
 * the undivided search runs, and no trace twice.
 *
 * usage: divide [FIRST [END]]: other seeds than those of the test suite.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/oracle/canon.h"
#include "tests/oracle/check.h"
#include "tests/oracle/gen.h"
#include "tests/oracle/share.h"

#define MOST_EXECUTIONS  400
#define MOST_CONSTRAINTS 6

static uint64_t first_seed = 0, end_seed = 1500;
static uint64_t parts_run, counted, more_blocked, divided_spaces;
static uint64_t dice_state;
static bool lax; /* a deliberate mistake: the second half takes what is not ordered, too */

static unsigned dice(unsigned sides)
{
	dice_state = dice_state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(dice_state >> 33) % sides;
}

typedef VEC(constraint_vec) part_vec;

static void push_half(part_vec *parts, const constraint_vec *old, struct explore_constraint half)
{
	constraint_vec constraints = {0};

	for (size_t i = 0; i < old->n; i++)
		vec_push(&constraints, old->at[i]);
	vec_push(&constraints, half);
	vec_push(parts, constraints);
}

/* To its end; or, if the dice say so, some executions, and then two halves of it instead. */
static bool run_part(const struct vm_program *p, struct explore_options o, unsigned pp,
                     part_vec *parts, struct seen *out)
{
	struct explorer *x = explorer_new(&o);
	struct scheduler *s = explorer_scheduler(x);
	unsigned divide_after = o.constraints.n < MOST_CONSTRAINTS && dice(3) ? 1 + dice(3) : 0;
	struct seen seen = {0};
	struct vm_run run = {0};
	struct explore_constraint half;
	bool whole = true;

	for (unsigned n = 1; s->ops->begin(s); n++) {
		uint64_t before = explorer_stats(x)->executions;

		seen_begin(&seen, x);

		vm_execute(p, s, pp, &run);
		if (explorer_stats(x)->executions > before) {
			hash_set_add(&seen.states, run.state);
			hash_set_add(&seen.traces, canon_trace(&run));
		}
		if (n == divide_after && explorer_divide(x, &half)) {
			push_half(parts, &o.constraints, half);
			half = constraint_other(&half);
			half.strict &= !lax;
			push_half(parts, &o.constraints, half);
			whole = false;
			break;
		}
	}
	for (size_t i = 0; whole && i < seen.states.n_slots; i++)
		if (seen.states.slots[i])
			hash_set_add(&out->states, seen.states.slots[i]);
	for (size_t i = 0; whole && i < seen.traces.n_slots; i++)
		if (seen.traces.slots[i] && !hash_set_add(&out->traces, seen.traces.slots[i]))
			out->duplicates++;
	if (whole) {
		out->stats.executions += explorer_stats(x)->executions;
		out->stats.blocked += explorer_stats(x)->blocked;
		out->stats.complete &= explorer_stats(x)->complete;
		out->diverged |= explorer_divergence(x)->happened;
		parts_run++;
	}
	s->ops->free(s);
	vm_run_release(&run);
	seen_release(&seen);
	return whole;
}

static bool run_divided(const struct vm_program *p, const struct explore_options *o, unsigned pp,
                        struct seen *out)
{
	part_vec parts = {0};
	bool divided = false;

	*out = (struct seen){.stats.complete = true};
	vec_push(&parts, (constraint_vec){0});
	while (parts.n) {
		struct explore_options part = *o;

		part.constraints = vec_pop(&parts);
		divided |= !run_part(p, part, pp, &parts, out);
		vec_release(&part.constraints);
	}
	vec_release(&parts);
	return divided;
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
	if (r == REDUCTION_OPTIMAL && b->duplicates)
		return "a trace was run by two parts";
	if (r == REDUCTION_OPTIMAL && a->stats.executions != b->stats.executions)
		return "another number of executions";
	return NULL;
}

static void compare(uint64_t seed, const struct vm_program *p, unsigned pp,
                    enum explore_reduction reduction)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct seen undivided, divided;
	const char *what;

	o.reduction = reduction;
	o.fine_steps = check_fine_steps(pp);
	check_explore(p, &o, pp, MOST_EXECUTIONS, true, &undivided);
	if (!undivided.over) {
		divided_spaces += run_divided(p, &o, pp, &divided);
		what = mistake(&undivided, &divided, reduction);
		if (what) {
			fprintf(stderr,
			        "seed %llu, pp %x, reduction %d: %s (%llu executions, %zu traces; "
			        "divided %llu, %zu traces)\n",
			        (unsigned long long)seed, pp, (int)reduction, what,
			        (unsigned long long)undivided.stats.executions, undivided.traces.n,
			        (unsigned long long)divided.stats.executions, divided.traces.n);
			gen_print(p);
			fail();
		}
		if (reduction == REDUCTION_OPTIMAL) {
			counted += divided.stats.executions;
			more_blocked += divided.stats.blocked - undivided.stats.blocked;
		}
		seen_release(&divided);
	}
	seen_release(&undivided);
}

static void test_divided(void **state)
{
	static const unsigned pps[] = {PP_SET_EVERYWHERE, PP_SET_ALL,
	                               PP_SET_YIELD | PP_BIT(PP_LOCK) | PP_BIT(PP_SEM)};

	(void)state;
	for (uint64_t seed = first_seed; seed < end_seed; seed++) {
		struct vm_program p;

		dice_state = seed;
		gen_program(&p, seed);
		for (unsigned m = 0; m < ARRAY_SIZE(pps); m++) {
			compare(seed, &p, pps[m], REDUCTION_OPTIMAL);
			compare(seed, &p, pps[m], REDUCTION_DPOR);
		}
		vm_program_release(&p);
	}
	printf("%llu spaces in %llu parts: %llu executions, %llu more were of another part\n",
	       (unsigned long long)divided_spaces, (unsigned long long)parts_run,
	       (unsigned long long)counted, (unsigned long long)more_blocked);
	assert_true(divided_spaces > (end_seed - first_seed) / 2);
}

/* The comparison notices a wrong division. */
static void test_lax(void **state)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	uint64_t duplicates = 0;

	(void)state;
	lax = true;
	for (uint64_t seed = 0; seed < 200; seed++) {
		struct vm_program p;
		struct seen divided;

		dice_state = seed;
		gen_program(&p, seed);
		run_divided(&p, &o, PP_SET_ALL, &divided);
		duplicates += divided.duplicates;
		seen_release(&divided);
		vm_program_release(&p);
	}
	lax = false;
	assert_true(duplicates > 0);
}

static void test_other(void **state)
{
	struct explore_constraint half = {1, 2, 3, 4, false};
	struct explore_constraint other = constraint_other(&half), again = constraint_other(&other);

	(void)state;
	assert_int_equal(other.first_thread, 2);
	assert_int_equal(other.first_step, 4);
	assert_true(other.strict);
	assert_int_equal(again.first_thread, 1);
	assert_int_equal(again.second_step, 4);
	assert_false(again.strict);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_divided),
	        cmocka_unit_test(test_lax),
	        cmocka_unit_test(test_other),
	};

	end_seed = test_share(end_seed);
	if (argc > 1) {
		first_seed = strtoull(argv[1], NULL, 0);
		end_seed = argc > 2 ? strtoull(argv[2], NULL, 0) : first_seed + 1;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
