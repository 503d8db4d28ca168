/* SPDX-License-Identifier: MIT */
/*
 * Race analysis: which pairs of places in the code touch the same memory in an order that nothing
 * enforces. docs/races.md is for those who read its reports.
 *
 *	struct race_analysis *a = race_new(&(struct race_options){.mode = RACES_LIMITED});
 *	for each execution:
 *		race_begin_execution(a);
 *		for each event, after it happened:
 *			race_event(a, e);
 *			while ((c = race_next_news(a)))
 *				…
 *		race_end_execution(a);
 *
 * Pure: no system call, no clock, no global. Lives in the worker and in unit tests.
 *
 * What is compared. Plain and atomic accesses, free (a write of the whole block), reads and writes
 *of libc on the program's behalf, I/O on a descriptor, and the calls on synchronization objects:
 * init and destroy write the object, all others read it. Two of them conflict if they share a byte,
 *are of different threads, and one writes. Which conflicts are candidates depends on the mode:
 *
 *   RACES_LIMITED   neither comes before the other in every schedule (must, race/order.h), and
 *                   the threads hold no common lock. Finds what another schedule would show
 *   RACES_PURE      this execution did not order them (pure). Those are races of this execution
 *
 * Pure's candidates are among limited's in each execution: must is a part of pure, and whoever
 *holds a lock comes after who held it before.
 *
 * All candidates of an execution are found, not only the first at each address.
 * Atomics count too, as Iterative Deepening needs it; RACE_C11 tells which are
 * undefined behaviour. Why totality holds with either mode: soundness proofs, lemma 2. There the
 * thread that is to be preempted stands at the synchronization (or atomic) operation next after
 * the access, so it has released nothing since, and no order leads away from the access.
 *
 * Nothing is lost silently: struct race_stats.
 *
 * Classes for presentation only. RACE_RECYCLED (race/candidates.h) and
 * race_is_initialization() (thesis §4.4.5) mark candidates that are hardly worth a person's time.
 *They are delivered like all others. Initialization must not be left out of a claim of totality:
 *that an init was only ever seen first does not show that it always is.
 */
#ifndef RACE_RACE_H
#define RACE_RACE_H

#include "event/race.h"
#include "race/candidates.h"
#include "race/order.h"

#define RACE_CELL_MOST 512

struct race_options {
	enum race_mode mode;         /* not RACES_NONE */
	uint32_t most_in_cell;       /* accesses kept for 8 bytes; 0: RACE_CELL_MOST */
	enum race_mutation mutation; /* for tests */
};

struct race_stats {
	uint64_t forgotten;      /* accesses dropped because of most_in_cell */
	uint64_t ids_reused;     /* threads not told apart from an older one */
	uint64_t hidden;         /* pairs that semaphores, taken for locks, keep apart */
	uint64_t sems_not_locks; /* semaphores that began as locks and turned out to be none */
};

struct race_analysis;

struct race_analysis *race_new(const struct race_options *o) MUST_USE;
void race_free(struct race_analysis *a);
void race_begin_execution(struct race_analysis *a);
void race_event(struct race_analysis *a, const struct event *e);
void race_end_execution(struct race_analysis *a);
/*
 * [lo, hi) begins a new life that no event tells of, such as a stack that another thread
 * gets: accesses from before and after are of recycled memory.
 */
void race_recycle(struct race_analysis *a, uint64_t lo, uint64_t hi);

/* A candidate that is new or of which more is known, or NULL. Valid until the next call. */
const struct candidate *race_next_news(struct race_analysis *a);
bool race_has_news(const struct race_analysis *a);
/* All so far. */
const candidate_vec *race_candidates(const struct race_analysis *a);
/* A candidate as a record of its own, without a stack; to be released with race_release. */
void race_describe(const struct race_analysis *a, const struct candidate *c,
                   struct race_record *out);
struct race_stats race_stats(const struct race_analysis *a);

#endif
