/* SPDX-License-Identifier: MIT */
/* How a program ends: exit and its relatives, abort, failed assertions. */
#include "runtime/intercept/exception.h"
#include "runtime/intercept/thread_end.h"
#include "runtime/run.h"

#include <signal.h>
#include <stdlib.h>

#define QUICK_MAX 32

extern char __executable_start[], etext[];

bool pc_in_program(uintptr_t pc)
{
	extern char __start_scree_text[], __stop_scree_text[];
	return pc - (uintptr_t)__executable_start <
	               (uintptr_t)etext - (uintptr_t)__executable_start &&
	       pc - (uintptr_t)__start_scree_text >
	               (uintptr_t)__stop_scree_text - (uintptr_t)__start_scree_text;
}

static EXEC_STATE void (*quick_handlers[QUICK_MAX])(void);
static EXEC_STATE unsigned n_quick;

static NORETURN void leave_at_once(int status, uintptr_t pc)
{
	if (threads_exist)
		op_simple(OP_PROCESS_EXIT, NULL, 0, (uint64_t)status, pc);
	execution_exit(status, pc);
}

INTERPOSE(void, _exit, int status)
{
	leave_at_once(status, CALLER_PC);
}

INTERPOSE(void, _Exit, int status)
{
	leave_at_once(status, CALLER_PC);
}

/* What comes before the handlers of atexit and the destructors of globals. */
static void before_exit_handlers(void)
{
	run_tls_destructors();
	run_at_end();
}

void program_exit(int status)
{
	before_exit_handlers();
	real.exit(status);
	__builtin_unreachable();
}

INTERPOSE(void, exit, int status)
{
	program_exit(status);
}

INTERPOSE(int, at_quick_exit, void (*fn)(void))
{
	if (n_quick == QUICK_MAX)
		return -1;
	quick_handlers[n_quick++] = fn;
	return 0;
}

INTERPOSE(void, quick_exit, int status)
{
	while (n_quick)
		quick_handlers[--n_quick]();
	leave_at_once(status, CALLER_PC);
}

/* ------------------------------------------------------------------- main */

static int (*program_main)(int, char **, char **);

static int wrapped_main(int argc, char **argv, char **envp)
{
	self->stack_top = (uintptr_t)__builtin_frame_address(0);
	int status = program_main(argc, argv, envp);
	before_exit_handlers();
	return status;
}

INTERPOSE(int, __libc_start_main, int (*main)(int, char **, char **), int argc, char **argv,
          void (*init)(void), void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
	program_main = main;
	return real.__libc_start_main(wrapped_main, argc, argv, init, fini, rtld_fini, stack_end);
}

/* --------------------------------------------------------------- failures */

INTERPOSE(void, __assert_fail, const char *expr, const char *file, unsigned line, const char *func)
{
	(void)file;
	(void)line;
	(void)func;
	finding_raise(FINDING_ASSERTION, CALLER_PC, "assertion `%s' failed", expr);
}

INTERPOSE(void, __assert, const char *expr, const char *file, int line)
{
	(void)file;
	(void)line;
	finding_raise(FINDING_ASSERTION, CALLER_PC, "assertion `%s' failed", expr);
}

INTERPOSE(void, __assert_perror_fail, int err, const char *file, unsigned line, const char *func)
{
	(void)file;
	(void)line;
	(void)func;
	finding_raise(FINDING_ASSERTION, CALLER_PC, "unexpected error %d", err);
}

INTERPOSE(void, __stack_chk_fail, void)
{
	finding_raise(FINDING_BUFFER_OVERFLOW, CALLER_PC,
	              "a buffer on the stack was overrun (stack protector)");
}

/*
 * std::terminate calls abort from within libstdc++; the program itself calls it from
 * instrumented code. Only the former means that an exception was not caught.
 */
INTERPOSE(void, abort, void)
{
	if (!pc_in_program(CALLER_PC))
		exception_not_caught(CALLER_PC);
	finding_raise(FINDING_ABORT, CALLER_PC, "the program called abort");
}

INTERPOSE(int, raise, int sig)
{
	if (sig == SIGABRT)
		finding_raise(FINDING_ABORT, CALLER_PC, "the program raised SIGABRT");
	unsupported("raise", CALLER_PC);
}
