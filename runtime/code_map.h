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
 * Is an access of self at this pc one that nobody is told of? Then it has been counted,
 * and the caller only makes it.
 *
 * What that leaves out: the access is no step and no dependency, so that orders that
 * differ only by it count as equal. Two things must not break all the same.
 * Loops (spin.h): a thread is blocked only if it has changed nothing and would find the
 * same again, which nobody knows of a thread that makes such accesses. So each of them
 * makes the thread's loop a new one, and a write wakes who waits for these bytes.
 * Getting on: a loop that waits by such accesses alone has no step at which another
 * thread could run. So after HIDDEN_RUN of them in a row the thread yields: a caller
 * that stands between operations calls code_give_way before it makes the access.
 */
bool code_hides_access(const volatile void *addr, size_t size, bool write, uintptr_t pc);
void code_give_way(uintptr_t pc);

#pragma GCC visibility pop

#endif
