/* SPDX-License-Identifier: MIT */
/*
 * Who decides: the interface between what runs a program (the runtime in a real
 * process, a simulator in a unit test) and what chooses the next step.
 *
 * Pure: implementations make no system call, read no clock, touch no global.
 * The caller guarantees the order
 *     begin (thread | value | event)* end
 * for every execution, and that event is called once for each event that happened,
 * in order, after it happened.
 */
#ifndef EXPLORE_SCHEDULER_H
#define EXPLORE_SCHEDULER_H

#include "event/event.h"

/* What thread() answers to give up this execution; the caller then calls end(END_ABANDONED). */
#define PICK_ABANDON 0xfffeu

struct scheduler {
	const struct scheduler_ops *ops;
};

/* A step of the prefix that is replayed: it was taken before, after the same steps. */
struct replay_step {
	uint16_t thread;
	uint16_t runnable; /* how many threads could run */
	bool preempts;     /* struct choice */
};

struct scheduler_ops {
	/* Starts the next execution. False: there is nothing left to run. */
	bool (*begin)(struct scheduler *);
	/*
	 * Which thread takes the next step: its id, READY or TIMEABLE in the view, or
	 * PICK_ABANDON. Called at preemption points, and when the running thread cannot go
	 * on; the operation it stands before is then marked cut, unless it is a preemption
	 * point or the thread fell asleep. At least one thread can run. What happens until
	 * the next call is one step; only its first operation can make it wait.
	 */
	unsigned (*thread)(struct scheduler *, const struct sched_view *);
	/*
	 * Optional, for speed: what thread() would answer whatever the view. True: the caller may
	 * call take_replay() instead of thread(), if that thread can run. Most steps of a search
	 * repeat those of the execution before, so nobody need look at all threads for them.
	 */
	bool (*peek_replay)(const struct scheduler *, struct replay_step *);
	void (*take_replay)(struct scheduler *);
	/* The outcome, below n, of a choice in the step that is being taken. n >= 2. */
	unsigned (*value)(struct scheduler *, enum choice_kind, unsigned thread, unsigned n);
	void (*event)(struct scheduler *, const struct event *);
	/*
	 * The view shows which threads are still blocked, and on what. A step that ended
	 * the execution for everyone (a failed assertion, exit()), instead of leaving
	 * nothing to run, shows its thread READY: it is dependent with all others do.
	 */
	void (*end)(struct scheduler *, enum end_reason, const struct sched_view *);
	void (*free)(struct scheduler *);
};

#endif
