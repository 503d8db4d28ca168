/* SPDX-License-Identifier: MIT */
/* The scheduler's side that only the runtime's core uses; families use rt.h. */
#ifndef RUNTIME_SCHED_H
#define RUNTIME_SCHED_H

#include "explore/scheduler.h"
#include "runtime/control.h"
#include "runtime/rt.h"

#pragma GCC visibility push(hidden)

/* Who decides, and where: set once by the control part. */
struct sched_config {
	struct scheduler *scheduler;
	uint32_t pp_set;
	uint64_t max_events;
	bool keep_trace;
};
void sched_init(const struct sched_config *config);

/* A new execution begins: thread 0 runs, no other exists. */
void sched_reset(void);
/*
 * An execution ends here for all threads: counts it if others could have gone on, or if it ends in
 * the middle of an operation. jobs/deepening.h says what follows.
 */
void sched_count_cut(bool in_operation);
void sched_end(enum end_reason why);
/* After that: completes what detail.h records. */
void sched_detail(void);

void op_begin_body(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
                   uintptr_t pc);

/* What t can do now, ready or not. */
enum thread_status thread_status_now(const struct thread *t);
/* The pending operation of self is about to happen: whoever watches is told. */
void sched_arrived(void);

/* See struct thread_view. */
void thread_woken_by(const struct thread *t, uint64_t event);

/* An event has happened: tells the scheduler, and keeps it for the trace. */
void sched_event(const struct event *e);

/* What thread_by_id looks into. */
extern struct thread *thread_table[MAX_THREADS];

/* A new thread with the next id, not yet scheduled; NULL where there are too many. */
struct thread *thread_add(void);
/* Makes a thread schedulable: its first operation is THREAD_BEGIN. */
void thread_publish(struct thread *t, uintptr_t pc);
/* More than its next operation decides from now on whether t can run: it is parked, or woken. */
void thread_ask(const struct thread *t);
/* The calling thread does nothing more. */
void thread_exited(void);
/* After that: runs another one, for ever. */
NORETURN void sched_leave(void);
void threads_init(void);
/* At the snapshot, and back to it: before memory is restored. main_sp: the saved context. */
void threads_snapshot(void);
void threads_reset(uintptr_t main_sp);

struct recording {
	VEC(struct event) events; /* only with keep_trace */
	choice_vec choices;
	pc_vec preempted;   /* of the operations before which choices preempt, in order */
	uint64_t n_events;  /* of this execution */
	uint64_t n_choices; /* thread choices among several, all executions */
	unsigned max_threads;
};
extern struct recording recording;

#pragma GCC visibility pop

#endif
