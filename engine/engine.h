/* SPDX-License-Identifier: MIT */
/*
 * The engine: what every machine shares.
 *
 * It runs one execution after another (engine/run.c), asks a scheduler (explore/scheduler.h) which
 *thread goes on at each preemption point (decide.c, points.c), records schedules (record.h), shows
 *each event to its observers in order (event.c, observer.def), blocks loops that only wait and cuts
 *those that wait too long (spin.h, loop.h), raises findings (findings.h) and speaks the worker's
 *side of the protocol (commands.h, send.h).
 *
 * A machine tells it what its threads do:
 *
 *	engine_arrive(kind, addr, ...)   self is about to do this; on return it does it
 *	engine_event(flags)              it has happened
 *
 * One engine a process, no lock: one thread of the program runs at a time.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "engine/host.h"
#include "engine/machine.h"
#include "engine/thread.h"
#include "explore/scheduler.h"

#pragma GCC visibility push(hidden)

/* Tests only: each breaks one rule of the engine. tests/engine/mutations.sh names what notices. */
enum engine_mutation {
#define MUTATION(name) ENGINE_##name,
#include "engine/mutation.def"
#undef MUTATION
	ENGINE_MUTATIONS
};

/* What does not change during a run. */
struct engine_config {
	struct scheduler *scheduler;
	uint32_t pp_set;     /* PP_BIT()s */
	uint64_t max_events; /* of an execution */
	bool keep_trace;
	uint8_t mutation; /* enum engine_mutation */
};
extern struct engine_config engine_config;

static inline bool engine_mutated(enum engine_mutation m)
{
	return unlikely(engine_config.mutation == m);
}

/* Makes the scheduler and the observers that wire_config asks for. */
void engine_start(void);
/* Runs executions until nothing is left to run; reports, and ends this process. */
NORETURN void engine_run(void);
/* False until engine_run() is called: what ends then ends the run. */
bool engine_running(void);
/* After machine->run(): counts the execution that has ended. For machines whose run() gives false.
 */
void engine_execution_finished(void);

/* ------------------------------------------------------------------ operations */

/*
 * self is about to do something visible. Lets the scheduler decide who goes on, if this is a
 * preemption point or self cannot go on. On return self (which an interpreter's resume() may have
 * changed) does its pending operation: it is possible then and stays so until engine_event().
 */
void engine_arrive(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
                   uintptr_t pc);
/* The pending operation of self has happened. flags: enum event_flag. */
void engine_event(unsigned flags);
/* The first operation of a thread begins: the scheduler has picked it. */
void engine_step_begins(void);
/* Changes arg of the operation under way (the woken thread of a signal). */
void op_arg(uint64_t arg);
/* atomic_hash() of what it found. */
void op_found(uint32_t hash);
/* Records another event of the same step, without a scheduling point before it. */
void op_also(enum op_kind kind, const volatile void *addr, uint32_t size, uintptr_t pc);
/* The kind of the operation under way: a sleeper's may have been changed. */
enum op_kind op_kind_now(void);
/* Changes the kind of the operation under way (once: run or pass). */
void op_kind_set(enum op_kind kind);
/* One of n outcomes of the operation under way. n >= 1. */
unsigned op_choose(enum choice_kind kind, unsigned n);

/* self does what no loop that only waits does (it reads the clock): its loop starts anew (spin.h).
 */
void engine_loop_ends(void);
/* self has exited: runs another thread. Returns at once on an interpreter. */
void engine_leave_thread(void);

/* ------------------------------------------------------------------ executions */

/* Ends the execution, in the context of self. */
NORETURN void execution_end(enum end_reason why);
/*
 * An execution ends here for all threads: counts it if others could have gone on, or if it ends in
 * the middle of an operation. jobs/deepening/deepening.h says what follows.
 */
void execution_count_cut(bool in_operation);
/* Why the last execution ended. */
enum end_reason execution_end_reason(void);
/* The status with which the program ends; before execution_end(END_EXIT). */
void execution_set_status(int status);

/*
 * True once the explorer is done with the execution, while the program is not: from here on threads
 * are scheduled pseudo-randomly (loop.h).
 */
extern bool explorer_detached;
/* A deterministic pseudo-random value below n. */
unsigned detached_choice(unsigned n);
/* The explorer's part of the execution ends. */
void detach_explorer(void);

/* No thread can run: ends the execution with a deadlock or lost-wakeup finding. */
NORETURN void report_stuck(void);
/* The execution has too many events: ends it with a livelock or infinite-loop finding. */
NORETURN void report_endless(uintptr_t pc);
/* No thread can run, and some thread spins: ends the execution. */
NORETURN void report_spinning(void);

/* A bit for what weakens or explains the verdict. */
void count(enum wire_counter counter);
void counters_clear(void);
void counters_add(const uint64_t saved[COUNT_COUNT]);
const uint64_t *counters_now(void);

#pragma GCC visibility pop

#endif
