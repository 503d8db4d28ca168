/* SPDX-License-Identifier: MIT */
/*
 * The native machine: start, snapshot, executions from the snapshot on.
 *
 * The engine's loop over executions has a stack of its own. It switches to the main thread's
 * saved context to start an execution and is switched back to by native_leave().
 */
#include "runtime/run.h"
#include "runtime/arch/x86_64/arch.h"
#include "runtime/arch/x86_64/syscall.h"
#include "runtime/control.h"
#include "runtime/debug.h"
#include "runtime/fiber/carrier.h"
#include "runtime/fiber/slot.h"
#include "runtime/intercept/families.h"
#include "runtime/intercept/libc.h"
#include "runtime/intercept/mmap.h"
#include "runtime/local_state.h"
#include "runtime/modules.h"
#include "runtime/reset/digest.h"
#include "runtime/reset/snapshot.h"
#include "runtime/signals.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>

#define CHECKER_STACK       (256u << 10)
#define DEFAULT_STACK_BYTES (8u << 20)

static uintptr_t checker_sp; /* where execution_end goes on */
static uintptr_t main_sp;    /* the snapshot: where an execution starts */
static uintptr_t main_fs;
static EXEC_STATE bool forked_child; /* private to each process, unlike the rest */
static EXEC_STATE bool executing;    /* as forked_child: private */
static bool muted;                   /* the output of later executions is not shown */

extern char __start_scree_state[], __stop_scree_state[];

/* ------------------------------------------------------- from the inside */

static NORETURN void native_leave(void)
{
	if (forked_child) {
		engine_execution_finished();
		host_exit(0);
	}
	carrier_end(checker_sp, main_fs);
}

void execution_exit(int status, uintptr_t pc)
{
	execution_set_status(status);
	if (wire_config.flags & WIRE_LEAKS)
		heap_report_leaks();
	if (status & 0xff && wire_config.flags & WIRE_EXIT_STATUS)
		finding_raise(FINDING_EXIT_STATUS, pc, "the program ended with status %d",
		              status & 0xff);
	debug_end();
	execution_end(END_EXIT);
}

/* ------------------------------------------------------------- executions */

static void run_here(void)
{
	executing = true;
	context_switch(&checker_sp, main_sp, main_fs);
	executing = false;
}

bool checker_runs(void)
{
	return engine_running() && !executing;
}

/* A child must not outlive its parent, which the controller's death ends: it may run for ever. */
static void die_with(long parent)
{
	raw_syscall2(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
	if (raw_syscall0(SYS_getppid) != parent)
		host_exit(1);
}

/* What a child leaves in shared memory is all that its parent sees of the execution. */
static void run_forked(void)
{
	uint64_t before = page->executions;
	long parent = raw_syscall0(SYS_getpid), pid = raw_syscall0(SYS_fork);
	if (pid < 0)
		env_error(0, "fork failed (error %ld)", -pid);
	if (pid == 0) {
		forked_child = true;
		die_with(parent);
		run_here();
	}
	int status = 0;
	while (raw_syscall4(SYS_wait4, pid, &status, 0, 0) == -4 /* EINTR */)
		;
	if (WIFEXITED(status) && page->executions == before)
		host_exit(WEXITSTATUS(status)); /* it has told the controller why */
	if (WIFSIGNALED(status))
		env_error(0, "execution %lu was killed by signal %d", before + 1, WTERMSIG(status));
}

static bool native_run(void)
{
	if (wire_config.flags & WIRE_FORK) {
		run_forked();
		return false;
	}
	run_here();
	return true;
}

/* A forked child changed memory of the checker and of shared mappings only. */
static void native_reset(void)
{
	bool forked = wire_config.flags & WIRE_FORK;
	if (!muted && !(wire_config.flags & WIRE_SHOW_ALL_OUTPUT)) {
		fds_mute();
		muted = true;
	}
	if (forked) {
		carrier_forget();
		n_threads = 1; /* the child's stacks are not ours */
	} else {
		carrier_reset();
	}
	threads_reset(main_sp);
	heap_reset();
	maps_reset(forked);
	process_reset();
	snapshot_restore();
	fds_restore();
}

static void native_resume(struct thread *old, struct thread *next)
{
	carrier_switch(native(old), native(next));
}

/* By the kernel on our behalf, so that a bad address is an answer and no fault. */
static bool native_read(uintptr_t addr, size_t n, uint8_t *out)
{
	struct iovec to = {out, n}, from = {(void *)addr, n};
	return raw_syscall6(SYS_process_vm_readv, raw_syscall0(SYS_getpid), (long)&to, 1,
	                    (long)&from, 1, 0) == (long)n;
}

static const uintptr_t slots_at = SLOTS_AT;

static struct machine native_machine = {
        .run = native_run,
        .leave = native_leave,
        .reset = native_reset,
        .resume = native_resume,
        .can_run = can_run,
        .stack = thread_stack,
        .read = native_read,
        .digest = digest_memory,
        .block_around = heap_block_around,
        .thread_memory_lo = &slots_at,
        .thread_memory_bytes = &slots_span,
        .keep_state = local_state_keep,
        .same_state = local_state_same,
        .describe_wait = wait_describe,
        .waits_for = once_waits_for,
        .before_step = debug_step,
        .after_step = debug_done,
        .on_finding = debug_finding,
};

/* Children write what the checker learns into the parent's memory. */
static void share_state(void)
{
	uintptr_t lo = (uintptr_t)__start_scree_state, hi = (uintptr_t)__stop_scree_state;
	size_t n = hi - lo;
	void *copy = raw_mmap(0, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (raw_failed(copy))
		env_error(0, "cannot share memory with children (error %ld)", -(long)copy);
	memcpy(copy, (void *)lo, n);
	raw_syscall6(SYS_mremap, (long)copy, (long)n, (long)n, MREMAP_MAYMOVE | MREMAP_FIXED,
	             (long)lo, 0);
}

static uintptr_t make_checker_context(void (*entry)(void *))
{
	char *p = raw_mmap(0, CHECKER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
	                   -1, 0);
	if (raw_failed(p))
		env_error(0, "cannot map the checker's stack (error %ld)", -(long)p);
	snapshot_exclude((uintptr_t)p, (uintptr_t)p + CHECKER_STACK);
	return context_make((uintptr_t)p + CHECKER_STACK, entry, NULL);
}

/* On the checker's stack, with the main thread's context saved: freezes the program. */
static void freeze_and_loop(void *unused)
{
	(void)unused;
	main_sp = native(self)->sp;
	threads_snapshot();
	heap_snapshot();
	fds_snapshot();
	maps_snapshot();
	snapshot_take(main_sp);
	digest_init();
	debug_wait();
	if (wire_config.flags & WIRE_FORK)
		share_state();
	engine_run();
}

void executions_start_here(void)
{
	if (threads_exist)
		return;
	real.fflush(NULL); /* what is in buffers now would be written by every execution */
	carrier_init(wire_config.flags & WIRE_OS_THREADS);
	slots_init(wire_config.stack_kb ? (size_t)wire_config.stack_kb << 10 : DEFAULT_STACK_BYTES,
	           wire_config.threads);
	threads_exist = true;
	if (standalone)
		return;
	main_fs = native(self)->fs_base;
	context_switch(&native(self)->sp, make_checker_context(freeze_and_loop), main_fs);
}

/* ------------------------------------------------------------------- start */

static void warn_of_live_threads(void)
{
	for (unsigned i = 1; i < thread_count(); i++) {
		const struct thread *t = thread_by_id(i);
		if (t == self || t->status == THREAD_EXITED)
			continue;
		count(COUNT_MAIN_LEFT_EARLY);
		finding_warn(FINDING_SYNC_MISUSE, thread_pending(t)->pc,
		             "the program ended while {T%u} was still running", i);
		return;
	}
}

/* The program's exit handlers are done: nothing of it is left to run in this thread. */
static void exit_handlers_done(int status, void *unused)
{
	(void)unused;
	if (threads_exist)
		op_simple(OP_PROCESS_EXIT, NULL, 0, (uint64_t)status, 0);
	warn_of_live_threads();
	real.fflush(NULL);
	if (standalone)
		return;
	execution_exit(status, 0);
}

/*
 * Before any constructor, of libraries too. The handler that is registered first
 * runs last at exit.
 */
static void runtime_start(int argc, char **argv, char **envp)
{
	(void)argc;
	(void)argv;
	machine = &native_machine;
	arch_init();
	control_init(envp);
	threads_init();
	heap_init();
	real_init();
	modules_init();
	native_machine.state_bytes = local_state_bytes;
	native_machine.watched = debug_init();
	engine_start();
	code_modules_find();
	signals_init();
	real.on_exit(exit_handlers_done, NULL);
	page->phase = PHASE_SETUP;
}

__attribute__((section(".preinit_array"),
               used)) static void (*const start_entry)(int, char **, char **) = runtime_start;
