/* SPDX-License-Identifier: MIT */
/*
 * The local state of a thread at an operation (struct machine, keep_state): the program's
 * callee-saved registers and the stack of the frames that take part in its loop.
 */
#ifndef RUNTIME_LOCAL_STATE_H
#define RUNTIME_LOCAL_STATE_H

#include "runtime/rt.h"

#pragma GCC visibility push(hidden)

/* Callee-saved registers and stack pointer at the call of op_begin; written by op_begin itself. */
struct op_registers {
	uintptr_t rbx, rbp, r12, r13, r14, r15, sp;
};
extern struct op_registers op_registers;

extern const size_t local_state_bytes;
void local_state_keep(void *room);
bool local_state_same(const void *room, uintptr_t written);

#pragma GCC visibility pop

#endif
