/* SPDX-License-Identifier: MIT */
/* A program that does not repeat itself is reported, with what was expected and what came. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/oracle/check.h"
#include "tests/oracle/programs.h"

/* Two executions; the program is changed between them. */
static struct divergence run(void (*change)(struct vm_program *))
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct explorer *x = explorer_new(&o);
	struct scheduler *s = explorer_scheduler(x);
	struct vm_program p;
	struct vm_run r = {0};
	struct divergence d;

	program_counter(&p, 2, 1);
	assert_true(s->ops->begin(s));
	vm_execute(&p, s, PP_SET_EVERYWHERE, &r);
	change(&p);
	assert_true(s->ops->begin(s));
	vm_execute(&p, s, PP_SET_EVERYWHERE, &r);
	d = *explorer_divergence(x);
	if (d.happened)
		assert_false(s->ops->begin(s));
	s->ops->free(s);
	vm_run_release(&r);
	vm_program_release(&p);
	return d;
}

static void nothing(struct vm_program *p)
{
	(void)p;
}

static void other_operation(struct vm_program *p)
{
	p->code[1].at[0].op = I_RMW;
}

static void other_size(struct vm_program *p)
{
	p->code[1].at[0].y = 4;
}

/* The step with which the second execution departs from the first. */
static void other_planned(struct vm_program *p)
{
	p->code[2].at[0].op = I_RMW;
}

static void fewer_threads(struct vm_program *p)
{
	p->code[0].at[1] = (struct insn){.op = I_YIELD};
}

static void test_none(void **state)
{
	(void)state;
	assert_false(run(nothing).happened);
}

static void test_operation(void **state)
{
	struct divergence d = run(other_operation);

	(void)state;
	assert_true(d.happened);
	assert_string_equal(d.what, "operation");
	assert_int_equal(d.expected.kind, OP_READ);
	assert_int_equal(d.actual.kind, OP_ATOMIC_RMW);
	assert_int_equal(d.actual.thread, 1);
}

static void test_size(void **state)
{
	struct divergence d = run(other_size);

	(void)state;
	assert_true(d.happened);
	assert_string_equal(d.what, "size");
	assert_int_equal(d.expected.size, 8);
	assert_int_equal(d.actual.size, 4);
}

static void test_planned(void **state)
{
	struct divergence d = run(other_planned);

	(void)state;
	assert_true(d.happened);
	assert_string_equal(d.what, "operation");
	assert_int_equal(d.expected.kind, OP_READ);
	assert_int_equal(d.actual.kind, OP_ATOMIC_RMW);
	assert_int_equal(d.actual.thread, 2);
}

static void test_thread_missing(void **state)
{
	(void)state;
	assert_true(run(fewer_threads).happened);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_none),           cmocka_unit_test(test_operation),
	        cmocka_unit_test(test_size),           cmocka_unit_test(test_planned),
	        cmocka_unit_test(test_thread_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
