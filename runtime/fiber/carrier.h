/* SPDX-License-Identifier: MIT */
/*
 * What carries the program's threads: fibers on one OS thread (the default), or an OS thread
 * for each of them that waits on its seat until it is handed the baton.
 *
 * With either the same thread runs on the same stack, with the same TLS, saved in the same
 * way; so a schedule means the same, addresses included. OS threads are what a debugger
 * understands; a switch between them costs system calls, two of them to wait.
 *
 * The checker always runs on the main OS thread. An OS thread exists from pthread_create
 * until its thread has exited, or the execution has ended.
 */
#ifndef RUNTIME_FIBER_CARRIER_H
#define RUNTIME_FIBER_CARRIER_H

#include "runtime/arch/x86_64/arch.h"
#include "runtime/arch/x86_64/seat.h"
#include "runtime/rt.h"

#pragma GCC visibility push(hidden)

/* OS threads carry. Set once, before the slots are made. */
extern bool carrier_threads;
void carrier_init(bool threads);

void carrier_hand_over(struct native_thread *old, struct native_thread *next);

/* Goes on with next; returns when old is switched to. self is next already. */
static inline void carrier_switch(struct native_thread *old, struct native_thread *next)
{
	if (likely(!carrier_threads))
		context_switch(&old->sp, next->sp, next->fs_base);
	else
		carrier_hand_over(old, next);
}
/* t has a stack to start on: gives it an OS thread. Nothing to do for fibers. */
void carrier_start(struct thread *t);
/* From the program to the checker, for ever. */
NORETURN void carrier_end(uintptr_t checker_sp, uintptr_t checker_fs);
/* Ends the OS threads of the execution that has ended; they touch nothing any more. */
void carrier_reset(void);
/* Those that the seats name are in another process: a child that was forked, or gone with it. */
void carrier_forget(void);
/* Ends the OS thread that waits on a seat, and waits until it has. */
void seat_dismiss(struct seat *s);

/* The OS thread that carries t. */
uint32_t carrier_tid(const struct thread *t);

#pragma GCC visibility pop

#endif
