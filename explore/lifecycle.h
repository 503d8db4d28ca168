/* SPDX-License-Identifier: MIT */
/*
 * The life cycle of an explorer: one phase at a time, and a table of the transitions that exist.
 * Any other transition is BUG(): the caller broke the order of calls of scheduler.h, or the
 * explorer lost track of its own execution.
 */
#ifndef EXPLORE_LIFECYCLE_H
#define EXPLORE_LIFECYCLE_H

#include "base/bug.h"

enum explorer_phase {
	PHASE_NEW,           /* nothing was run, nothing was restored */
	PHASE_READY,         /* the path leads to where the next execution goes on */
	PHASE_BETWEEN_STEPS, /* in an execution; no step is open */
	PHASE_IN_STEP,       /* in an execution; its last step is open */
	PHASE_ABANDONED,     /* in an execution that was given up: no thread can be chosen */
	PHASE_LIMITED,       /* in an execution that was given up after max_steps */
	PHASE_ENDED,         /* between executions; what follows was planned */
	PHASE_RESTART,       /* between executions; the search must begin again */
	PHASE_STOPPED,       /* nothing is left to run, or no more may be */
	PHASE_DIVERGED,      /* the program did not repeat itself */
	PHASE_COUNT
};

/* Whether the transition is in the table. */
bool phase_follows(enum explorer_phase from, enum explorer_phase to);
/* *phase = to, which must follow it. */
void phase_enter(enum explorer_phase *phase, enum explorer_phase to);

/* Before the first execution, between two, or after the last. */
static inline bool phase_is_between_executions(enum explorer_phase p)
{
	return p == PHASE_NEW || p == PHASE_READY || p >= PHASE_ENDED;
}

#endif
