/* SPDX-License-Identifier: MIT */
/*
 * One execution after another, from the snapshot on.
 *
 * The checker's loop has a stack of its own. It switches to the main thread's
 * saved context to start an execution and is switched back to by execution_end().
 */
#include "runtime/run.h"
#include "runtime/code_map.h"
#include "runtime/commands.h"
#include "runtime/control.h"
#include "runtime/debug.h"
#include "runtime/detail.h"
#include "runtime/fiber/carrier.h"
#include "runtime/fiber/slot.h"
#include "runtime/intercept/libc.h"
#include "runtime/intercept/mmap.h"
#include "runtime/modules.h"
#include "runtime/races.h"
#include "runtime/reset/digest.h"
#include "runtime/reset/snapshot.h"
#include "runtime/sched.h"
#include "runtime/signals.h"
#include "runtime/strategy.h"
#include "runtime/arch/x86_64/arch.h"
#include "runtime/arch/x86_64/syscall.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define CHECKER_STACK       (256u << 10)
#define DEFAULT_STACK_BYTES (8u << 20)

static uintptr_t checker_sp; /* where execution_end goes on */
static uintptr_t main_sp;    /* the snapshot: where an execution starts */
static uintptr_t main_fs;
static EXEC_STATE bool forked_child; /* private to each process, unlike the rest */
static bool loop_running;
static EXEC_STATE bool executing; /* as forked_child: private */
static enum end_reason end_reason;
static int exit_status;

extern char __start_scree_state[], __stop_scree_state[];

/* ------------------------------------------------------------ end of the run */

static void send_results(void)
{
	struct wire_done done = {
	        .executions = page->executions,
	        .events = page->events,
	        .choices = recording.n_choices,
	        .snapshot_bytes = snapshot_bytes(),
	        .threads = recording.max_threads ? recording.max_threads : 1,
	        .exit_status = end_reason == END_EXIT ? exit_status : -1,
	};
	fds_count_left();
	memcpy(done.counters, counters_now(), sizeof(done.counters));
	races_count(done.counters);
	done.schedule.at = recording.choices.at;
	done.schedule.n = recording.choices.n;
	strategy_report(&done);
	if (detail_on)
		detail_send();
	if (wire_config.flags & WIRE_WANT_TRACE)
		control_send_trace(recording.events.at, recording.events.n);
	page->phase = PHASE_DONE;
	control_send_done(&done);
}

static NORETURN void finish_run(void)
{
	if (standalone)
		raw_exit(end_reason == END_EXIT ? exit_status : 1);
	send_results();
	control_wait_quit();
}

static void execution_finished(void)
{
	strategy_execution_ends();
	sched_end(end_reason);
	if (detail_on)
		sched_detail();
	races_execution_ends();
	strategy_execution_ended();
	page->events += recording.n_events;
	page->executions++;
}

/* ------------------------------------------------------- from the inside */

void execution_end(enum end_reason why)
{
	end_reason = why;
	if (!loop_running) {
		page->executions++;
		finish_run();
	}
	if (forked_child) {
		execution_finished();
		raw_exit(0);
	}
	carrier_end(checker_sp, main_fs);
}

void execution_exit(int status, uintptr_t pc)
{
	exit_status = status & 0xff; /* all that a parent would see */
	if (wire_config.flags & WIRE_LEAKS)
		heap_report_leaks();
	if (exit_status && wire_config.flags & WIRE_EXIT_STATUS)
		finding_raise(FINDING_EXIT_STATUS, pc, "the program ended with status %d",
		              exit_status);
	debug_end();
	execution_end(END_EXIT);
}

/* ------------------------------------------------------------- the loop */

static void run_here(void)
{
	executing = true;
	context_switch(&checker_sp, main_sp, main_fs);
	executing = false;
}

bool checker_runs(void)
{
	return loop_running && !executing;
}

/* A child must not outlive its parent, which the controller's death ends: it may run for ever. */
static void die_with(long parent)
{
	raw_syscall2(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
	if (raw_syscall0(SYS_getppid) != parent)
		raw_exit(1);
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
		raw_exit(WEXITSTATUS(status)); /* it has told the controller why */
	if (WIFSIGNALED(status))
		env_error(0, "execution %lu was killed by signal %d", before + 1, WTERMSIG(status));
}

/* A forked child changed memory of the checker and of shared mappings only. */
static void restore(bool forked)
{
	if (forked)
		carrier_forget();
	else
		carrier_reset();
	threads_reset(main_sp);
	heap_reset();
	maps_reset(forked);
	process_reset();
	snapshot_restore();
	fds_restore();
}

static bool more_to_run(void)
{
	commands_obey();
	bool stop = end_reason == END_FINDING && !(wire_config.flags & WIRE_CONTINUE);
	return !stop && !stop_requested() && strategy_next();
}

static NORETURN void checker_loop(void)
{
	bool forking = wire_config.flags & WIRE_FORK;
	loop_running = true;
	page->phase = PHASE_RUNNING;
	if (strategy_is_over())
		finish_run();
	for (bool first = true;; first = false) {
		sched_reset();
		races_execution_begins();
		if (forking) {
			run_forked();
		} else {
			run_here();
			execution_finished();
		}
		if (first && !(wire_config.flags & WIRE_SHOW_ALL_OUTPUT))
			fds_mute();
		if (!more_to_run())
			break;
		restore(forking);
	}
	finish_run();
}

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
	main_sp = self->sp;
	threads_snapshot();
	heap_snapshot();
	fds_snapshot();
	maps_snapshot();
	snapshot_take(main_sp);
	digest_init();
	debug_wait();
	if (wire_config.flags & WIRE_FORK)
		share_state();
	checker_loop();
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
	main_fs = self->fs_base;
	context_switch(&self->sp, make_checker_context(freeze_and_loop), main_fs);
}

/* ------------------------------------------------------------------- start */

static void start_scheduling(void)
{
	sched_init(&(struct sched_config){
	        .scheduler = strategy_start(),
	        .pp_set = wire_config.pp_set | PP_SET_YIELD,
	        .max_events = wire_config.max_events,
	        .keep_trace = wire_config.flags & WIRE_WANT_TRACE,
	});
}

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
	arch_init();
	control_init(envp);
	threads_init();
	heap_init();
	real_init();
	modules_init();
	code_map_init();
	start_scheduling();
	detail_start();
	races_start();
	signals_init();
	debug_init();
	real.on_exit(exit_handlers_done, NULL);
	page->phase = PHASE_SETUP;
}

__attribute__((section(".preinit_array"),
               used)) static void (*const start_entry)(int, char **, char **) = runtime_start;
