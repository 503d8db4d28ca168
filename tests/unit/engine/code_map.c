/* SPDX-License-Identifier: MIT */
/* Rules about code at made-up addresses: which of them fits a pc and a stack. */
#include "tests/unit/unit.h"

#include "engine/code_map.c"
#include "engine/hidden.h"

#include <string.h>

/* ---- what code_map.c needs of the engine ---- */

struct wire_config wire_config;
static struct frame frames[SHADOW_STACK_MAX];
static struct thread thread = {.frames = frames};
struct thread *self = &thread;
static unsigned counted[COUNT_COUNT];

void count(enum wire_counter counter)
{
	counted[counter]++;
}

/* ---- rules ---- */

static void reset(void)
{
	vec_clear(&wire_config.code.rules);
	code_has_points = code_has_stack = code_hides = allow_mode = false;
	thread.depth = 0;
	thread.id = 1;
	memset(counted, 0, sizeof(counted));
}

static struct code_rule rule(enum code_rule_kind kind, uint64_t lo, uint64_t hi)
{
	return (struct code_rule){.kind = (uint8_t)kind,
	                          .lo = lo,
	                          .hi = hi,
	                          .module = CODE_ABSOLUTE,
	                          .caller_module = CODE_ABSOLUTE,
	                          .thread = NO_THREAD};
}

static void enter(uintptr_t return_address)
{
	frames[thread.depth++] = (struct frame){return_address, 0, 0};
}

static void points_fit_exactly(void **state)
{
	(void)state;
	reset();
	vec_push(&wire_config.code.rules, rule(CODE_POINT, 100, 110));
	vec_push(&wire_config.code.rules, rule(CODE_POINT, 102, 103));
	vec_push(&wire_config.code.rules, rule(CODE_POINT, 200, 201));
	code_map_init(NULL);
	assert_true(code_has_points && !code_has_stack && !code_hides);
	for (uintptr_t pc = 90; pc < 210; pc++)
		assert_int_equal(code_is_point(pc), (pc > 100 && pc <= 110) || pc == 201);
}

/* What a data race asks for: this access of this thread, called from there. */
static void points_of_a_thread_and_a_caller(void **state)
{
	struct code_rule of_thread = rule(CODE_POINT, 100, 101);
	struct code_rule of_caller = rule(CODE_POINT, 200, 201);
	(void)state;
	reset();
	of_thread.thread = 2;
	of_caller.caller = 555;
	vec_push(&wire_config.code.rules, of_thread);
	vec_push(&wire_config.code.rules, of_caller);
	code_map_init(NULL);
	assert_false(code_is_point(101));
	thread.id = 2;
	assert_true(code_is_point(101));
	assert_false(code_is_point(201));
	enter(555);
	assert_true(code_is_point(201));
	enter(556); /* only the innermost caller counts */
	assert_false(code_is_point(201));
}

static void last_rule_that_fits(void **state)
{
	struct code_rule within = rule(CODE_WITHIN, 100, 200);
	struct code_rule without = rule(CODE_WITHOUT, 120, 130);
	(void)state;
	reset();
	without.order = 1;
	vec_push(&wire_config.code.rules, without);
	vec_push(&wire_config.code.rules, within);
	code_map_init(NULL);
	assert_true(code_keeps(150));
	assert_false(code_keeps(125)); /* in both: the later one */
	assert_false(code_keeps(300)); /* some --within, and none fits */
	enter(150);
	assert_true(code_keeps(300));
	enter(125);
	assert_false(code_keeps(300));
	assert_false(code_keeps(150)); /* anywhere on the stack */
	thread.depth--;
	assert_true(code_keeps(300)); /* what a frame remembers ends with it */
	assert_int_equal(counted[COUNT_SEALED], 4);
	thread.depth = SHADOW_STACK_MAX + 1;
	assert_true(code_keeps(300));
}

static void hidden_accesses(void **state)
{
	(void)state;
	reset();
	vec_push(&wire_config.code.rules, rule(CODE_TRUST, 100, 200));
	vec_push(&wire_config.code.rules, rule(CODE_IGNORE, 150, 160));
	code_map_init(NULL);
	assert_false(code_hides_access(300));
	assert_true(code_hides_access(120));
	assert_true(code_hides_access(155));
	assert_int_equal(counted[COUNT_TRUSTED], 1);
	assert_int_equal(counted[COUNT_IGNORED], 1); /* the weaker claim wins */
	enter(120);
	assert_true(code_hides_access(300));
	assert_false(hidden_run_over());
	for (int i = 0; i < HIDDEN_RUN; i++)
		assert_true(code_hides_access(300));
	assert_true(hidden_run_over());
	thread.depth = SHADOW_STACK_MAX + 1;
	assert_false(code_hides_access(120));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(points_fit_exactly),
	        cmocka_unit_test(points_of_a_thread_and_a_caller),
	        cmocka_unit_test(last_rule_that_fits),
	        cmocka_unit_test(hidden_accesses),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
