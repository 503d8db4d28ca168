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

#define TO(phase) (1u << (phase))

/* The phases that may follow each. Here, so that a transition whose origin is known costs nothing.
 */
static const uint16_t explorer_transitions[PHASE_COUNT] = {
        [PHASE_NEW] = TO(PHASE_READY) | TO(PHASE_ENDED) | TO(PHASE_STOPPED),
        /* A search that was advanced in order to be saved may be stopped by a limit. */
        [PHASE_READY] = TO(PHASE_BETWEEN_STEPS) | TO(PHASE_STOPPED),
        [PHASE_BETWEEN_STEPS] = TO(PHASE_IN_STEP) | TO(PHASE_ABANDONED) | TO(PHASE_LIMITED) |
                                TO(PHASE_ENDED) | TO(PHASE_RESTART) | TO(PHASE_DIVERGED),
        [PHASE_IN_STEP] = TO(PHASE_BETWEEN_STEPS) | TO(PHASE_DIVERGED),
        [PHASE_ABANDONED] = TO(PHASE_ENDED) | TO(PHASE_RESTART) | TO(PHASE_DIVERGED),
        [PHASE_LIMITED] = TO(PHASE_ENDED) | TO(PHASE_RESTART) | TO(PHASE_DIVERGED),
        [PHASE_ENDED] = TO(PHASE_READY) | TO(PHASE_STOPPED),
        [PHASE_RESTART] = TO(PHASE_READY) | TO(PHASE_STOPPED),
        [PHASE_STOPPED] = 0,
        [PHASE_DIVERGED] = 0,
};

#undef TO

/* explore/explorer.c: BUG(). */
NORETURN void phase_refuse(enum explorer_phase from, enum explorer_phase to);

/* Whether the transition is in the table. */
static inline bool phase_follows(enum explorer_phase from, enum explorer_phase to)
{
	return explorer_transitions[from] >> to & 1;
}

/* to, which must follow from. Costs nothing where both are constants. */
static inline enum explorer_phase phase_after(enum explorer_phase from, enum explorer_phase to)
{
	if (unlikely(!phase_follows(from, to)))
		phase_refuse(from, to);
	return to;
}

/* *phase = to, which must follow it. */
static inline void phase_enter(enum explorer_phase *phase, enum explorer_phase to)
{
	*phase = phase_after(*phase, to);
}

/* Before the first execution, between two, or after the last. */
static inline bool phase_is_between_executions(enum explorer_phase p)
{
	return p == PHASE_NEW || p == PHASE_READY || p >= PHASE_ENDED;
}

#endif
