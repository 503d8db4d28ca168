/* SPDX-License-Identifier: MIT */
/*
 * Threads that wait in a loop and change something meanwhile: while (!flag) n++; two threads that
 * try each other's lock and back off; polling with a timed wait; a delay that grows. Such a
 * thread may go round for ever, and each round is a new state: spin.h does not stop it.
 *
 * A round is what a thread does between two arrivals at the same place: the same operation at the
 * same pc under the same callers. It is a round of waiting if the thread looked at something that
 * it does not write itself, and everything that it so looked at, and everything that it
 * wrote, locked or failed to get, is where it was, and what it was, in one of the rounds before.
 * After as many rounds of waiting in a row as event/loop.def allows the thread is parked:
 * it does not run any more as long as others can.
 *
 * The search. Who is parked is decided by the thread's own past and by what it read alone, so that
 * all interleavings of one Mazurkiewicz trace agree, and a parked thread is never woken. To the
 * explorer the program is another one, in which such a loop ends in a wait for ever: all that is
 * proved of reductions holds for it. Every execution of the real program in which no loop waits
 * longer than the limit is one of its executions. Those in which a loop waits longer are the ones
 * that are lost, and COUNT_LOOPS_CUT counts where that happened.
 *
 * The end. Where only parked threads could go on, the explorer is done with the execution, but the
 * program is not: parked threads go on, the next one chosen pseudo-randomly each time, until the
 * program ends, shows a finding, or has made --max-events events. In the last case it goes on for
 * ever even though everyone has had turns: a livelock or infinite loop (endless.c). This part is
 * not in the schedule: whoever replays the choices before it comes to it and makes the same
 * choices.
 *
 * tests/programs/liveness/ has the loops; tests/cli/test_loops.sh what is said of them.
 */
#ifndef ENGINE_LOOP_H
#define ENGINE_LOOP_H

#include "engine/thread.h"
#include "event/finding.h"

#pragma GCC visibility push(hidden)

/*
 * self is about to do something: does its loop exceed the limit? Then it is parked, and the answer
 * is true. In a trial round (spin.h) arrivals are withheld until the round's events are delivered.
 */
bool loop_check(enum op_kind kind, uintptr_t pc);
void loop_deliver_arrival(size_t i); /* the i-th of them */
void loop_discard_arrivals(void);    /* the others do not count */
/* An event of self has happened. */
void loop_event(const struct event *e);
/* Gives a new thread, or the main thread of a new execution, a clean start. */
void loop_start(struct thread *t);
/* A new execution begins. */
void loop_begin(void);
/* Nobody can run: lets parked threads go on. False: there are none. */
bool loop_release(void);

/* Adds a pc to a list that is distinct and in order; how many there are then. */
size_t loop_add_pc(uint64_t *out, size_t n, size_t max, uint64_t pc);
/*
 * The pcs of what t has done several times among the last things that it did: its loop. Distinct,
 * in order of address; how many.
 */
#define LOOP_PCS 32
size_t loop_pcs(const struct thread *t, uint64_t *out, size_t max);
/* Shows them. */
void loop_note(struct finding *f, const struct thread *t);

#pragma GCC visibility pop

#endif
