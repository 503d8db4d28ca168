/* SPDX-License-Identifier: MIT */
/*
 * The rules about code (event/code_rules.h) at the addresses of this process: which
 * operations are preemption points by their place, which are none because of who
 * called, and whose accesses are not looked at.
 *
 * The stack of an operation is its own pc and the shadow stack. Of the directives
 * --within and --without the last one that matches any function of the stack decides;
 * where none matches, the operation is kept unless there is some --within (thesis
 * §3.4.1). Each frame remembers what is known up to it (struct frame, code), so that
 * the cost of an operation does not grow with its depth.
 *
 * A stack deeper than SHADOW_STACK_MAX is not known in full: its preemption points are
 * kept and its accesses looked at, which can only add schedules.
 */
#ifndef RUNTIME_CODE_MAP_H
#define RUNTIME_CODE_MAP_H

#include "runtime/rt.h"

#pragma GCC visibility push(hidden)

/* Is there any rule about preemption points? About accesses? */
extern bool code_has_points, code_has_stack, code_hides;

/* Adds load bases. At the start of the runtime, and again after a dlopen. */
void code_map_init(void);

/* Is an operation of self at this pc a preemption point by its place? */
bool code_is_point(uintptr_t pc);
/* Does the stack of self keep its preemption points? Counts where it does not. */
bool code_keeps(uintptr_t pc);

/*
 * Is an access of self at this pc one that the scheduler is not told of? Counts it.
 *
 * What that leaves out: the access is no step and no dependency, so that orders that
 * differ only by it count as equal. Two things must not break all the same.
 * Loops (spin.h): a thread is blocked only if it has changed nothing and would find the
 * same again. So these accesses are told to spin.c like any other (code_hidden): what
 * they read is looked at again, what they write ends the loop and wakes those who wait.
 * Getting on: a loop that waits by such accesses alone has no step at which another
 * thread could run. So after HIDDEN_RUN of them in a row the thread yields
 * (code_give_way, before the access, where a call is one access), which is also where
 * spin.c sees that it has come round.
 */
#define HIDDEN_RUN 256
bool code_hides_access(uintptr_t pc);
static inline void code_give_way(uintptr_t pc)
{
	if (unlikely(self->hidden_run >= HIDDEN_RUN))
		op_simple(OP_YIELD, NULL, 0, 0, pc); /* op_end starts the count again */
}
/* Such an access happens now. flags: enum event_flag. */
void code_hidden(enum op_kind kind, const volatile void *addr, size_t size, unsigned flags);

#pragma GCC visibility pop

#endif
