/* SPDX-License-Identifier: MIT */
/* What depends on the machine: switching stacks and thread pointers. */
#ifndef RUNTIME_ARCH_ARCH_H
#define RUNTIME_ARCH_ARCH_H

#include <stdint.h>

#if !defined(__x86_64__) || !defined(__linux__) || !defined(__GLIBC__) && defined(__GNU_LIBRARY__)
#error "scree runs on x86-64 Linux with glibc only"
#endif

/* Set once at start-up: the kernel lets user code write the thread pointer (wrfsbase). */
extern uint8_t arch_has_fsgsbase;
void arch_init(void);

/*
 * Saves the callee-saved registers on the current stack and its pointer in
 * *save_sp, then goes on where load_sp was saved, with another thread pointer.
 */
void context_switch(uintptr_t *save_sp, uintptr_t load_sp, uintptr_t fs_base);

/* A stack that, when first switched to, calls entry(arg), which must not return. */
uintptr_t context_make(uintptr_t stack_top, void (*entry)(void *), void *arg);

/* fn(arg), with zeros in the registers that a callee preserves: its first state does not depend on
 * us. */
void *call_with_clear_registers(void *(*fn)(void *), void *arg);

uintptr_t arch_fs_base(void);

/* Tells the creator (by *ready = 1) and then sleeps for ever without touching the stack. */
__attribute__((noreturn)) void arch_park(uint32_t *ready);

#endif
