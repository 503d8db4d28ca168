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
 * The search needs to know that a thread goes on only because of such a change, and that must not
 * depend on whether the change came before the thread had come round or after: these may be the
 * same Mazurkiewicz trace. So a thread that comes round after the change is treated as one that was
 * blocked and woken by it (struct thread_view, woken_by), also where the change has been undone
 * meanwhile.
 *
 * Code that was not compiled by scree cc changes memory without our being told. So a round is
 * believed to change nothing only if it has been tried: the thread goes round once more, before
 * any other can run, and a digest of all memory (reset/digest.h) is the same before and after.
 * Registers, stack and memory are all that a thread's next round depends on, so that round will
 * be followed by the same one. It might as well not have happened, and nobody is told of it. Where
 * something has changed, its events are told after all, that thread is not blocked any more in this
 * execution, and what others could have done within that one round is lost: COUNT_UNSEEN_WRITES.
 * Whether a round is tried depends on the thread's own past and on what it read, never on the
 * interleaving. tests/cli/test_foreign.sh fails without this.
 *
 * Such code also reads without our being told, and then nobody wakes the thread. So where nobody
 * can run, threads that are blocked here go on as long as that changes anything (thesis §3.4.6,
 * avoidance of false deadlocks); the explorer is done with the execution by then (loop.h). One that
 * then does something else has been blocked for longer than it should have been:
 * COUNT_UNSEEN_READS.
 *
 * Where only such threads are left, nobody will ever change anything: a livelock.
 */
#ifndef RUNTIME_SPIN_H
#define RUNTIME_SPIN_H

#include "runtime/rt.h"

/* self is about to do something: has it come round? Then it is blocked (self->spinning). */
void spin_check(enum op_kind kind, uintptr_t pc);
/* An event of self has happened. True: in a round that is tried, so nobody need be told yet. */
bool spin_event(const struct event *e);
/* The same event, once it is told, the number-th of the execution: wakes those who wait for it. */
void spin_told(const struct event *e, uint64_t number);
/* An access that nobody is told of: it counts as a part of the event before it. */
void spin_hidden(const struct event *e);
/* The round that is being tried is not to be forgotten: tells its events. */
void spin_tell(void);
/*
 * The thread did what no loop that only waits does, or others run before the round that it
 * tries is over.
 */
void spin_forget(struct thread *t);
/* Gives a new thread, or the main thread of a new execution, a clean start. */
void spin_start(struct thread *t);
/* Nobody can run: lets those who spin look again. False: that would not change anything. */
bool spin_wake_all(void);
/* Nobody can run, and some thread spins: ends the execution. */
NORETURN void report_spinning(void);
bool anyone_spins(void);

#endif
