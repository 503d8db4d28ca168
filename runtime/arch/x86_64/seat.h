/* SPDX-License-Identifier: MIT */
/*
 * A seat: where an OS thread waits for its turn, and what it goes on with. Read by seat.S, too.
 *
 * An OS thread on a seat touches no memory but the seat until it has the baton. It then
 * takes sp for its stack pointer and goes on as after context_switch.
 */
#ifndef RUNTIME_ARCH_SEAT_H
#define RUNTIME_ARCH_SEAT_H

#define SEAT_BATON 0
#define SEAT_TID   4
#define SEAT_SP    8
#define SEAT_ALT   16
#define SEAT_NAME  40

/* Values of the baton; none: wait. */
#define BATON_NONE  0
#define BATON_GO    1
#define BATON_LEAVE 2 /* the OS thread is to end */

#ifndef __ASSEMBLER__

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

struct seat {
	uint32_t baton;
	uint32_t tid; /* of its OS thread; the kernel clears it, and wakes, when that has ended */
	uintptr_t sp;
	stack_t alt;   /* its stack for signals */
	char name[16]; /* of the OS thread, as debuggers show it */
};
_Static_assert(offsetof(struct seat, baton) == SEAT_BATON, "as seat.S has it");
_Static_assert(offsetof(struct seat, tid) == SEAT_TID, "as seat.S has it");
_Static_assert(offsetof(struct seat, sp) == SEAT_SP, "as seat.S has it");
_Static_assert(offsetof(struct seat, alt) == SEAT_ALT, "as seat.S has it");
_Static_assert(offsetof(struct seat, name) == SEAT_NAME, "as seat.S has it");

/*
 * The program's own masks of signals are kept elsewhere: an OS thread that waits on a seat blocks
 * all signals, one that runs none.
 */

/*
 * Saves what context_switch saves, in the same way, gives next the baton and waits for it on
 * own. Where own holds BATON_LEAVE already, the OS thread ends and this does not return.
 */
void seat_hand_over(uintptr_t *save_sp, struct seat *next, struct seat *own);
/*
 * An OS thread of this process on a seat, with that thread pointer and sp as its stack; or -errno.
 * To be called with all signals blocked.
 */
long seat_clone(struct seat *own, uintptr_t sp, uintptr_t fs_base);
/* The calling OS thread sits down, for ever. Tells its creator by *ready = 1. */
__attribute__((noreturn)) void seat_take(struct seat *own, uint32_t *ready);

#endif
#endif
