/* SPDX-License-Identifier: MIT */
/*
 * Slots: what a fiber runs on. Each has a stack with a guard area below and a
 * thread control block with static TLS that glibc itself made for a real thread;
 * that thread is parked for ever and only lends them out. Where OS threads carry the
 * program's (carrier.h), it has ended instead and new ones use them.
 */
#ifndef RUNTIME_FIBER_SLOT_H
#define RUNTIME_FIBER_SLOT_H

#include "runtime/arch/x86_64/seat.h"
#include "runtime/fiber/area.h"
#include "runtime/reset/image.h"
#include "runtime/rt.h"

struct slot {
	uintptr_t stack_lo; /* lowest usable byte; the guard area lies below */
	uintptr_t stack_hi;
	uintptr_t sp;      /* where a fiber starts: below the control block and TLS */
	uintptr_t fs_base; /* also the thread's pthread_t */
	/* What glibc allocated for it on the heap: [heap_lo, heap_hi). */
	uintptr_t heap_lo, heap_hi;
	image image;      /* of that, and of [sp, stack_hi), as glibc made it */
	bool used_before; /* by another thread of this execution, whose leavings lie on the stack */
	uint32_t ready;
	uint32_t *tid;         /* where glibc keeps the id of its OS thread; NULL: not known */
	struct thread *thread; /* who has it, or had it last */
	struct seat seat;      /* of the OS thread that carries its thread (carrier.h) */
};

/*
 * Makes the slots: so many, SLOT_COUNT at most. Called once, before the snapshot. Where later
 * things lie does not depend on how many are made.
 */
void slots_init(size_t stack_bytes, unsigned count);
/*
 * A slot as new, or NULL where all are in use. Each is used once before any is used again. Where
 * it was not made, this worker ends with WIRE_THREADS.
 */
struct slot *slot_take(void);
void slot_give_back(struct slot *s);
/*
 * Clears what a thread left on its stack, so that uninitialised locals are the same
 * every time. Nothing below lowest is touched: there the stack ends.
 */
void stack_clear(uintptr_t lowest, uintptr_t low_sp, uintptr_t top);
/* The slot whose guard area holds addr, or NULL. */
struct slot *slot_guarding(uintptr_t addr);
/* The slot that addr is a part of, and that a thread of this execution has or had; or NULL. */
struct slot *slot_around(uintptr_t addr);
/* By its number, below SLOT_COUNT. */
struct slot *slot_at(unsigned i);

/* Threads at once besides the main one. Each costs 25 microseconds at the start. */
#define SLOT_COUNT 80

#endif
