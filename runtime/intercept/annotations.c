/* SPDX-License-Identifier: MIT */
/* The calls of include/scree.h. */
#include "runtime/intercept/thread_end.h"
#include "runtime/run.h"

#define ANNOTATION __attribute__((visibility("default")))

#define AT_END_MAX 64
static EXEC_STATE void (*at_end[AT_END_MAX])(void);
static EXEC_STATE unsigned n_at_end;

ANNOTATION void scree_yield(void);
void scree_yield(void)
{
	op_simple(OP_YIELD, NULL, 0, 0, CALLER_PC);
}

ANNOTATION void scree_preempt(void);
void scree_preempt(void)
{
	op_simple(OP_PREEMPT, NULL, 0, 0, CALLER_PC);
}

ANNOTATION unsigned scree_choose(unsigned n);
unsigned scree_choose(unsigned n)
{
	if (n > UINT16_MAX)
		env_error(CALLER_PC, "scree_choose(%u): at most %u alternatives", n, UINT16_MAX);
	if (n < 2)
		return 0;
	executions_start_here();
	op_begin(OP_CHOOSE, NULL, 0, 0, CALLER_PC);
	unsigned value = op_choose(CHOICE_USER, n);
	op_arg(value);
	op_end(0);
	return value;
}

ANNOTATION void scree_assert_fail(const char *expr, const char *file, int line, const char *func);
void scree_assert_fail(const char *expr, const char *file, int line, const char *func)
{
	(void)file;
	(void)line;
	(void)func;
	finding_raise(FINDING_ASSERTION, CALLER_PC, "assertion `%s' failed", expr);
}

ANNOTATION void scree_assume_fail(void);
void scree_assume_fail(void)
{
	count(COUNT_ASSUMED);
	execution_count_cut(false);
	execution_end(END_EXIT);
}

ANNOTATION void scree_at_end(void (*fn)(void));
void scree_at_end(void (*fn)(void))
{
	if (n_at_end == AT_END_MAX)
		env_error(CALLER_PC, "more than %d functions given to scree_at_end", AT_END_MAX);
	at_end[n_at_end++] = fn;
}

/* The post-test assertions of thesis §3.1.4: when all threads but detached ones are gone. */
void run_at_end(void)
{
	if (!n_at_end)
		return;
	await_exits(false);
	while (n_at_end)
		at_end[--n_at_end]();
}

ANNOTATION void scree_atomic_begin(void);
void scree_atomic_begin(void)
{
	if (!self->no_preempt)
		op_simple(OP_ATOMIC_BEGIN, NULL, 0, 0, CALLER_PC);
	self->no_preempt++;
}

ANNOTATION void scree_atomic_end(void);
void scree_atomic_end(void)
{
	if (!self->no_preempt)
		finding_raise(FINDING_SYNC_MISUSE, CALLER_PC,
		              "scree_atomic_end without scree_atomic_begin");
	self->no_preempt--;
}
