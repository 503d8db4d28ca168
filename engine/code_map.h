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
#ifndef ENGINE_CODE_MAP_H
#define ENGINE_CODE_MAP_H

#include "engine/thread.h"

#pragma GCC visibility push(hidden)

/* Is there any rule about preemption points? About accesses? */
extern bool code_has_points, code_has_stack, code_hides;

/*
 * Makes the tables of wire_config.code. bases: where each of its modules is loaded, UINTPTR_MAX: it
 * is not; kept by the caller until the next call. At the start, and again when modules are loaded.
 */
void code_map_init(const uintptr_t *bases);

/* Is an operation of self at this pc a preemption point by its place? */
bool code_is_point(uintptr_t pc);
/* Does the stack of self keep its preemption points? Counts where it does not. */
bool code_keeps(uintptr_t pc);

/* Is an access of self at this pc one that is no event (hidden.h)? Counts it. */
bool code_hides_access(uintptr_t pc);

#pragma GCC visibility pop

#endif
