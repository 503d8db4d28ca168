/* SPDX-License-Identifier: MIT */
/*
 * Locals of functions that have returned, used by another thread (FINDING_USE_AFTER_RETURN).
 *
 * A thread that is not running stands in op_begin. Of its stack, what lies below the point from
 * which the program called us is no object's: there are our own frames, or nothing. At a call the
 * x86-64 ABI has no red zone: all that the caller still needs lies at its stack pointer or above,
 * whatever the compiler, alloca, longjmp or an exception made of it. That point is known exactly
 * where program_sp was noted by the call whose operation the thread stands at: then its return
 * address stands just below it. Otherwise (a callback of ours has returned, a call of the
 * runtime's own) the stack pointer that the thread was left with is taken: below it nothing lives,
 * and what is dead above it is not told apart. A thread whose function has returned needs nothing
 * any more, its thread-local variables included. An access of another thread below that point is
 * an access to an object that does not exist: no finding is wrong, as long as the program does not
 * lay stacks of its own out on the stack of a thread.
 *
 * That such an access comes before the function returns in one schedule and after it in another
 * has to be seen by reductions. So when a thread arrives at an operation with bytes below it that
 * another has used, or stands before using, that is an event, OP_RETURN: a write of these bytes,
 * and part of the thread's last step. Returns of which nobody is known to use anything are no
 * events, and need not be. Suppose that some schedule has a use after a return, and look at where
 * a search decides between the two. If it puts the step with the return first, without an event,
 * then whoever comes to the use comes to it after the return in that part of the search, as
 * nothing on the way depends on the step; and that is the finding. If it puts the use first, or
 * the user stands there already, there is the event, and with it a dependency. What is an event
 * follows from the steps before it alone, so that they are the same when a search comes again.
 * Tests: tests/programs/stack/; returned.c and others there are verified without the event.
 *
 * Not seen: a use of bytes that another function of the thread has taken meanwhile. They are
 * alive, and whether the pointer is an old one nobody knows. Nor what a thread does to its own
 * dead frames.
 */
#ifndef RUNTIME_DEAD_STACK_H
#define RUNTIME_DEAD_STACK_H

#include "runtime/fiber/area.h"
#include "runtime/rt.h"

#pragma GCC visibility push(hidden)

#define NOT_TOUCHED UINTPTR_MAX /* struct thread, touched_lo */

/* The main thread's stack, as far as it is looked at; of no bytes before threads exist. */
extern uintptr_t main_stack_lo, main_stack_bytes;
void main_stack_known(uintptr_t lo, uintptr_t hi);

/* May be right of self's thread-local variables, too. */
static inline bool stack_of_another(const volatile void *at)
{
	uintptr_t addr = (uintptr_t)at;
	bool own = addr - native(self)->stack_lo < self->stack_top - native(self)->stack_lo;
	return unlikely(slots_own(addr) || addr - main_stack_lo < main_stack_bytes) && !own;
}

void stack_check_slow(uintptr_t addr, size_t size, bool write, uintptr_t pc);

/*
 * An access of self is about to happen: ends the execution with a finding where it is to a dead
 * part of another's stack. To be called after op_begin, as another may have returned there.
 */
static inline void stack_check(const volatile void *addr, size_t size, bool write, uintptr_t pc)
{
	if (unlikely(stack_of_another(addr)))
		stack_check_slow((uintptr_t)addr, size, write, pc);
}

/* self arrives at an operation on what may be another's stack. */
void stack_wanted(uintptr_t addr, size_t size);
/* self arrives at an operation, and others use bytes that lie below. */
void stack_left(uintptr_t pc);
/* The program has nothing more to do in self. */
void stack_over(void);

#pragma GCC visibility pop

#endif
