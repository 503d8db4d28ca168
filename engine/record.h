/* SPDX-License-Identifier: MIT */
/* What is recorded of an execution: its schedule, and its trace where that is asked for. */
#ifndef ENGINE_RECORD_H
#define ENGINE_RECORD_H

#include "base/vec.h"
#include "event/event.h"
#include "event/finding.h"

#pragma GCC visibility push(hidden)

struct recording {
	VEC(struct event) events; /* only with keep_trace */
	choice_vec choices;
	pc_vec preempted;   /* of the operations before which choices preempt, in order */
	uint64_t n_events;  /* of this execution */
	uint64_t n_choices; /* thread choices among several, all executions */
	unsigned max_threads;
};
extern struct recording recording;

/* A new execution begins. */
void record_begin(void);
/* self made a choice among n; a choice of one is not recorded. */
void record_choice(enum choice_kind kind, unsigned value, unsigned n);
/* Whether the last thread choice, among several, preempts self. */
void record_preemption(bool preempts);

#pragma GCC visibility pop

#endif
