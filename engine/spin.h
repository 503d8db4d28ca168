/* SPDX-License-Identifier: MIT */
/*
 * Threads that spin: while (!flag); while (cas fails); while (x) sched_yield();
 * polling under a lock.
 *
 * A thread whose state repeats exactly (registers, stack, held locks) without having
 * changed anything in between, and that would find the same again wherever it looked,
 * goes round for ever until somebody changes what it looks at. It is blocked until then. This loses
 * nothing (docs/soundness.md, S16): leaving out a round leaves every step of the others possible,
 * with the same result, unless they could see into the round. A round can be seen by who tries a
 * lock that it takes and gives back, and by who accesses bytes of the thread's stack that it writes
 * and restores. Such an access wakes the thread, too: it may go round once more before the next
 * one. A loop that counts its rounds does not repeat and is not blocked. Tests:
 * tests/programs/liveness/{polls_under_lock,shows_its_stack}*.c, tests/unit/engine/checks.h.
 *
 * The search needs to know that a thread goes on only because of such a change, and that must not
 * depend on whether the change came before the thread had come round or after: these may be the
 * same Mazurkiewicz trace. So a thread that comes round after the change is treated as one that was
 * blocked and woken by it (struct thread_view, woken_by), also where the change has been undone
 * meanwhile.
 *
 * Code that was not compiled by scree cc changes memory without our being told. So a round is
 * believed to change nothing only if it has been tried: the thread goes round once more, before
 * any other can run, and a digest of all memory (struct machine, digest) is the same before and
 * after. Registers, stack and memory are all that a thread's next round depends on, so that round
 * will be followed by the same one. It might as well not have happened, and nobody is told of it.
 * Where something has changed, its events are told after all, that thread is not blocked any more
 * in this execution, and what others could have done within that one round is lost:
 * COUNT_UNSEEN_WRITES. Whether a round is tried depends on the thread's own past and on what it
 * read, never on the interleaving. tests/cli/test_foreign.sh fails without this.
 *
 * Such code also reads without our being told, and then nobody wakes the thread. So where nobody
 * can run, threads that are blocked here go on as long as that changes anything (thesis §3.4.6,
 * avoidance of false deadlocks); the explorer is done with the execution by then (loop.h). One that
 * then does something else has been blocked for longer than it should have been:
 * COUNT_UNSEEN_READS.
 *
 * Where only such threads are left, nobody will ever change anything: a livelock.
 */
#ifndef ENGINE_SPIN_H
#define ENGINE_SPIN_H

#include "engine/thread.h"

#pragma GCC visibility push(hidden)

/* What becomes of the events that the thread's trial round has withheld (trial.h). */
enum spin_result {
	SPIN_CONTINUE, /* nothing changes */
	SPIN_DISCARD,  /* the round repeats the one before: nobody need see its events */
	SPIN_DELIVER,  /* the round is over and counts */
};

/* self is about to do something: has its state repeated? Then it is blocked (self->spinning). */
enum spin_result spin_check(enum op_kind kind, uintptr_t pc) MUST_USE;
/* An event of self has happened. */
enum spin_result spin_own_event(const struct event *e) MUST_USE;
/* The number-th event of the execution, of self: wakes the threads that wait for it. */
void spin_wake(const struct event *e, uint64_t number);
/*
 * t starts anew: it did what no loop that only waits does, or others run before its trial round is
 * over. The caller delivers what the round has withheld.
 */
void spin_forget(struct thread *t);
/* Gives a new thread, or the main thread of a new execution, a clean start. */
void spin_start(struct thread *t);
/* A new execution begins. */
void spin_begin(void);
/* Nobody can run: lets those who spin look again. False: that would not change anything. */
bool spin_wake_all(void);
bool anyone_spins(void);
/* An address that t's loop reads, rather one that others can write; 0: it reads none. */
uintptr_t spin_main_look(const struct thread *t);

#pragma GCC visibility pop

#endif
