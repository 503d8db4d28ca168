/* SPDX-License-Identifier: MIT */
/*
 * Constraints divide a space into parts that different processes search without communication:
 * each part runs what its constraints allow.
 *
 * Take two dependent steps of an execution, a (the i-th of thread p) and b (the j-th of
 * thread q). The one half of the space has all traces with a before b, the other all with
 * b before a. In a half one of the two waits for the other: a rule like that of a join,
 * and the reduction treats it as it treats a join. So each half is a program of its own,
 * which is searched as soundly, and as optimally, as any other.
 *
 * In other executions the same steps may be others: one of them may not come, or they may
 * be independent. So that each trace still belongs to exactly one half:
 *
 *             a, then b    not ordered    only a    only b    neither
 *  half 1        x              x            x                    x       b waits for a
 *  half 2   (b, then a)                               x                   a waits for b, strictly
 *
 * An execution that a half comes upon and that is not its own (one that waits for ever for
 * what does not come, or, in the strict half, one whose first step does not come or would
 * not be ordered before the second without the constraint) is not counted as complete but
 * as blocked: it belongs to the other half.
 *
 * Halves are divided further by more constraints. What is ordered without the k-th of them is
 * what the program orders together with those before the k-th: that is the space that it
 * divides. Test: tests/unit/explore/divide.c.
 */
#ifndef EXPLORE_CONSTRAINT_H
#define EXPLORE_CONSTRAINT_H

#include "base/buf.h"
#include "base/vec.h"

/* The second step waits for the first. */
struct explore_constraint {
	uint16_t first_thread, second_thread;
	uint32_t first_step, second_step; /* 1-based index among its thread's steps */
	bool strict;                      /* see above */
};
typedef VEC(struct explore_constraint) constraint_vec;

#define MAX_CONSTRAINTS 64 /* of one part */

struct explorer;

/*
 * Between executions, once one was run: an order that divides what x searches. False:
 * nothing was seen that can be divided, or the search is one that cannot be (a sampler,
 * one with a preemption bound). x itself is not changed.
 */
bool explorer_divide(const struct explorer *x, struct explore_constraint *half) MUST_USE;
/* The other half. */
struct explore_constraint constraint_other(const struct explore_constraint *half);

void constraint_vec_encode(struct buf *b, const constraint_vec *v);
/* Release v in any case. */
bool constraint_vec_decode(struct reader *r, constraint_vec *v) MUST_USE;

#endif
