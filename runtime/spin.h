/* SPDX-License-Identifier: MIT */
/*
 * Threads that spin: while (!flag); while (cas fails); while (x) sched_yield();
 * polling under a lock.
 *
 * A thread whose state repeats exactly (registers, stack, held locks) without having
 * changed anything in between, and that would find the same again wherever it looked,
 * goes round for ever until somebody changes what it looks at. It is blocked until then. This loses
 * nothing: each further round is a step that changes nothing, and whatever the thread does after
 * the change it also does if it waited for it. A loop that counts its rounds does not repeat and is
 * not blocked.
 *
 * Where only such threads are left, nobody will ever change anything: a livelock.
 */
#ifndef RUNTIME_SPIN_H
#define RUNTIME_SPIN_H

#include "runtime/rt.h"

/* Callee-saved registers and stack pointer at the call of op_begin; written by op_begin itself. */
struct op_registers {
	uintptr_t rbx, rbp, r12, r13, r14, r15, sp;
};
extern struct op_registers op_registers;

/* self is about to do something: has it come round? Then it is blocked (self->spinning). */
void spin_check(enum op_kind kind, uintptr_t pc);
/* An event of self has happened: forgets its loop, or wakes those who wait for it. */
void spin_event(const struct event *e);
/* Gives a new thread, or the main thread of a new execution, a clean start. */
void spin_forget(struct thread *t);
/* Nobody can run, and some thread spins: ends the execution. */
NORETURN void report_spinning(void);
bool anyone_spins(void);

#endif
