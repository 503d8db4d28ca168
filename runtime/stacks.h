/* SPDX-License-Identifier: MIT */
/*
 * Stacks that nobody but their own threads touches (PP_HIDE_STACKS).
 *
 * A thread's plain accesses to its own stack, and to its own thread-local variables, are no
 * preemption points and no events: they commute with all that other threads do, as long as none of
 * those comes there. Not so for the main thread, whose locals are often shared with the others.
 *
 * The first event of a thread at another's stack ends the worker (WIRE_STACKS), and the search
 * begins again with everything shown. That misses nothing. Suppose that some execution of the
 * program has such an event, and think of a program in which a thread that comes to one stops
 * there for ever. In that program hidden accesses do commute with everything, so a search
 * without them runs all of its traces (explore/optimal.c), also one with such an event at its end.
 * Until it meets the first, the search of the real program does exactly the same.
 * Test: tests/programs/threads/shared_stack*.c, and tests/cli/test_stacks.sh.
 */
#ifndef RUNTIME_STACKS_H
#define RUNTIME_STACKS_H

#include "runtime/code_map.h"

#pragma GCC visibility push(hidden)

/* The thread has got its slot. One that another has left is that one's stack, too. */
void stack_begin(struct thread *t);

/* Is this an access of self that nobody is told of? */
static inline bool stack_hides(const volatile void *addr, size_t size)
{
	uintptr_t from = (uintptr_t)addr - self->own_lo;
	return unlikely(from < self->own_bytes) && size <= self->own_bytes - from;
}
/* Such an access happens now; a loop of nothing else gets on as with other hidden ones. */
static inline void stack_hidden(enum op_kind kind, const volatile void *addr, size_t size,
                                uintptr_t pc)
{
	code_give_way(pc);
	self->hidden_run++;
	code_hidden(kind, addr, size, 0);
}

/* An event of self: is it at the stack of another? Then this does not return. */
void stack_event(const struct event *e);
/* Whether that is to be asked. */
extern bool stacks_watched;

#pragma GCC visibility pop

#endif
