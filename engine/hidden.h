/* SPDX-License-Identifier: MIT */
/*
 * Accesses that are no events: of code that the user excludes (code_map.h), and of a thread to its
 * own stack.
 *
 * Hidden by place (PP_HIDE_STACKS). A thread's plain accesses to its own stack, and to its own
 * thread-local variables, are no preemption points and no events: they commute with everything that
 * other threads do, as long as none of those accesses that memory. The main thread is excepted: its
 * locals are often shared.
 *
 * The first event of a thread at another's stack ends the worker (WIRE_STACKS), and the search
 * restarts with all stacks visible. That misses nothing. Suppose that some execution of the program
 * has such an event, and consider a program in which a thread that comes to one stops there for
 * ever. In that program hidden accesses do commute with everything, so a search without them runs
 * all of its traces (explore/optimal.c), including one with such an event at its end. Until it
 * meets the first, the search of the real program does exactly the same. Tests:
 * tests/cli/test_stacks.sh, check_hidden() in tests/unit/engine/checks.h.
 *
 * Either kind of hidden access is no step and no dependency. Two things must not break all the
 * same. Loops (spin.h): a thread is blocked only if it has changed nothing and would find the same
 * again. So spin.c sees hidden accesses like any other: what they read is looked at again, what
 * they write ends the loop and wakes those who wait. Progress: a loop that waits by hidden accesses
 * alone has no step at which another thread could run. So after HIDDEN_RUN of them in a row the
 * thread yields, which is also where spin.c sees that its state has repeated.
 */
#ifndef ENGINE_HIDDEN_H
#define ENGINE_HIDDEN_H

#include "engine/code_map.h"
#include "engine/thread.h"

#pragma GCC visibility push(hidden)

#define HIDDEN_RUN 256

/* Whether events are checked for accesses to hidden memory of other threads. */
extern bool hidden_watched;

/* t has got its memory (struct thread, memory_lo and memory_hi). */
void hidden_start(struct thread *t);

/* Is this an access of self to its own hidden memory? */
static inline bool hidden_by_place(const volatile void *addr, size_t size)
{
	uintptr_t from = (uintptr_t)addr - self->hidden_lo;
	return unlikely(from < self->hidden_bytes) && size <= self->hidden_bytes - from;
}

/* Is this a plain access of self in code that is not looked at? Counts it. */
static inline bool hidden_by_code(enum op_kind kind, uintptr_t pc)
{
	return unlikely(code_hides) && (kind == OP_READ || kind == OP_WRITE) &&
	       code_hides_access(pc);
}

/* Has self made so many in a row that it must yield before the next? */
static inline bool hidden_run_over(void)
{
	return unlikely(self->hidden_run >= HIDDEN_RUN);
}

/* An event of self, while hidden_watched: does not return if it is at another thread's hidden
 * memory. */
void hidden_check(const struct event *e);

#pragma GCC visibility pop

#endif
