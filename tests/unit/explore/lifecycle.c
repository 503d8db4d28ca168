/* SPDX-License-Identifier: MIT */
/*
 * The explorer's phases: every one is reached from the first, the last two are final, and calls in
 * another order than that of scheduler.h end the process with BUG().
 */
#include "tests/unit/unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "explore/explorer.h"
#include "explore/lifecycle.h"
#include "tests/oracle/gen.h"

static void test_table(void **state)
{
	unsigned reached = 1u << PHASE_NEW;

	(void)state;
	for (unsigned round = 0; round < PHASE_COUNT; round++)
		for (unsigned from = 0; from < PHASE_COUNT; from++)
			for (unsigned to = 0; to < PHASE_COUNT; to++)
				if ((reached >> from & 1) &&
				    phase_follows((enum explorer_phase)from,
				                  (enum explorer_phase)to))
					reached |= 1u << to;
	assert_int_equal(reached, (1u << PHASE_COUNT) - 1);
	for (unsigned to = 0; to < PHASE_COUNT; to++) {
		assert_false(phase_follows(PHASE_STOPPED, (enum explorer_phase)to));
		assert_false(phase_follows(PHASE_DIVERGED, (enum explorer_phase)to));
		assert_false(phase_follows((enum explorer_phase)to, PHASE_NEW));
	}
	/* A step must end before the execution does. */
	assert_false(phase_follows(PHASE_IN_STEP, PHASE_ENDED));
	/* A wrong plan is not planned on. */
	assert_false(phase_follows(PHASE_RESTART, PHASE_BETWEEN_STEPS));
}

static void begin_twice(struct scheduler *s)
{
	s->ops->begin(s);
	s->ops->begin(s);
}

static void end_twice(struct scheduler *s)
{
	struct vm_program p;
	struct vm_run run = {0};
	struct sched_view none = {0};

	gen_program(&p, 0);
	s->ops->begin(s);
	vm_execute(&p, s, PP_SET_EVERYWHERE, &run);
	s->ops->end(s, END_ABANDONED, &none);
}

static bool dies(void (*calls)(struct scheduler *))
{
	int status = 0;
	pid_t child = fork();

	assert_true(child >= 0);
	if (!child) {
		struct explore_options o = EXPLORE_OPTIONS_DEFAULT;

		o.reduction = REDUCTION_DPOR;
		signal(SIGABRT, SIG_DFL);
		close(STDERR_FILENO);
		calls(explorer_scheduler(explorer_new(&o)));
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void once(struct scheduler *s)
{
	s->ops->begin(s);
}

static void test_order_of_calls(void **state)
{
	(void)state;
	assert_false(dies(once));
	assert_true(dies(begin_twice));
	assert_true(dies(end_twice));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_table),
	        cmocka_unit_test(test_order_of_calls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
