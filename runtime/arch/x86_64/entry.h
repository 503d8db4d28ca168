/* SPDX-License-Identifier: MIT */
/*
 * What an entry stub (entry.S) saves of the program at each call of ours. At a call, the
 * registers that a callee preserves and the stack are all the state that a thread has.
 */
#ifndef RUNTIME_ARCH_ENTRY_H
#define RUNTIME_ARCH_ENTRY_H

/* Offsets in struct native_thread. */
#define THREAD_REGISTERS  1680
#define THREAD_PROGRAM_SP 64
#define THREAD_CALL_OPS   1728

#ifndef __ASSEMBLER__

#include <stdint.h>

/* The registers that the x86-64 ABI has a callee preserve, but for the stack pointer. */
struct call_registers {
	uintptr_t rbx, rbp, r12, r13, r14, r15;
};

#endif
#endif
