/* SPDX-License-Identifier: MIT */
/*
 * What atomic operations do elsewhere is predicted from what others found there
 * (explore/predict.c). If a prediction turns out wrong, because something changed memory
 * unannounced, the search begins again without predictions and loses nothing.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/oracle/brute.h"

#define SEEDS           600
#define MOST_EXECUTIONS 2000

struct sums {
	unsigned spaces, wrong;
	uint64_t restarts, plan_nodes;
};

static void add(struct sums *sum, const struct vm_program *p, uint32_t mutation)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct seen brute, seen;

	o.reduction = REDUCTION_NONE;
	check_explore(p, &o, PP_SET_EVERYWHERE, MOST_EXECUTIONS, true, &brute);
	if (!brute.over && !brute.findings) {
		o.reduction = REDUCTION_OPTIMAL;
		o.mutation = mutation;
		check_explore(p, &o, PP_SET_EVERYWHERE, 4 * MOST_EXECUTIONS, true, &seen);
		sum->spaces++;
		sum->restarts += seen.stats.restarts;
		sum->plan_nodes += seen.stats.peak_plan_nodes;
		sum->wrong += seen.over || seen.diverged || seen.duplicates ||
		              !hash_set_equal(&brute.traces, &seen.traces);
		seen_release(&seen);
	}
	seen_release(&brute);
}

static uint32_t draw(uint64_t *lot, uint32_t n)
{
	*lot = *lot * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*lot >> 33) % n;
}

/* Two threads and main, which do little but compare and swap. */
static void make_program(struct vm_program *p, uint64_t seed)
{
	static const uint8_t ops[] = {I_CAS, I_CAS, I_CAS, I_LOAD, I_STORE, I_RMW};
	uint64_t lot = seed * 977 + 1;

	*p = (struct vm_program){.name = "atomics", .bytes = 16};
	p->n_threads = 3;
	for (unsigned t = 1; t < p->n_threads; t++)
		vec_push(&p->code[0], (struct insn){.op = I_CREATE, .x = (uint16_t)t});
	for (unsigned t = 0; t < p->n_threads; t++) {
		for (unsigned k = draw(&lot, 3) + (t > 0); k > 0; k--) {
			struct insn i = {.op = ops[draw(&lot, ARRAY_SIZE(ops))],
			                 .a = (uint8_t)draw(&lot, VM_REGS),
			                 .x = (uint16_t)(8 * draw(&lot, 2)),
			                 .y = 4,
			                 .imm = (int16_t)draw(&lot, 2)};
			vec_push(&p->code[t], i);
		}
		vec_push(&p->code[t], (struct insn){.op = I_END});
	}
}

static struct sums sum_up(bool misleads, uint32_t mutation)
{
	struct sums sum = {0};

	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct vm_program p;

		make_program(&p, seed);
		p.misleads = misleads;
		add(&sum, &p, mutation);
		vm_program_release(&p);
	}
	return sum;
}

static void test_right(void **state)
{
	struct sums sum = sum_up(false, MUTATION_NONE);

	(void)state;
	assert_true(sum.spaces > SEEDS / 10);
	assert_int_equal(sum.wrong, 0);
	assert_int_equal(sum.restarts, 0);
}

static void test_misled(void **state)
{
	struct sums sum = sum_up(true, MUTATION_NONE);

	(void)state;
	assert_int_equal(sum.wrong, 0);
	assert_true(sum.restarts > 0);
}

static void test_not_looked_at_again(void **state)
{
	(void)state;
	assert_true(sum_up(true, MUTATION_TRUST_PREDICTED).wrong > 0);
}

/*
 * Two compare-and-swaps of one place, among writes of other places that do not matter. The plan for
 * the other order is a single step; were it not known what that does, all the writes would belong
 * to it.
 */
static void test_plans_stay_short(void **state)
{
	enum { WRITES = 40 };
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct vm_program p = {.name = "short", .n_threads = 3, .bytes = 8 * (WRITES + 1)};
	struct seen seen;

	(void)state;
	vec_push(&p.code[0], (struct insn){.op = I_CREATE, .x = 1});
	vec_push(&p.code[0], (struct insn){.op = I_CREATE, .x = 2});
	vec_push(&p.code[0], (struct insn){.op = I_CAS, .y = 4, .imm = 7});
	for (unsigned k = 1; k <= WRITES; k++)
		vec_push(&p.code[1],
		         (struct insn){.op = I_WRITE, .x = (uint16_t)(8 * k), .y = 4, .imm = 1});
	vec_push(&p.code[2], (struct insn){.op = I_CAS, .y = 4, .imm = 9});
	for (unsigned t = 0; t < p.n_threads; t++)
		vec_push(&p.code[t], (struct insn){.op = I_END});
	check_explore(&p, &o, PP_SET_EVERYWHERE, 0, true, &seen);
	assert_int_equal(seen.stats.executions, 2);
	assert_int_equal(seen.traces.n, 2);
	assert_int_equal(seen.stats.blocked, 0);
	assert_true(seen.stats.peak_plan_nodes < 4);
	seen_release(&seen);
	vm_program_release(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_right),
	        cmocka_unit_test(test_misled),
	        cmocka_unit_test(test_not_looked_at_again),
	        cmocka_unit_test(test_plans_stay_short),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
