/* SPDX-License-Identifier: MIT */
/*
 * The frontier: what a search still has to run. An item is a node of the search tree with a plan
 * there: the prefix that leads to the node, the sleep set in which the plan is begun, and the plan
 * itself. Taking an item makes the explorer's path (search.h) lead to its node, with the plan
 * leftmost there.
 *
 * Two representations. Depth first (depth_first.c) keeps the path alone: every item lies on it, so
 * that nothing is ever copied. The tree (tree.c) keeps all nodes below which items are left, shares
 * prefixes between them, and gives items in any order.
 *
 * Why items may be taken in any order. A reduction plans at nodes. Races that are found below one
 * item may add plans to nodes that other items share, so plans belong to the shared node, never to
 * a copy of the prefix. Whenever the frontier is empty, the walked tree has the same form as that
 * of a depth-first search whose siblings come in the order in which they were begun:
 *  - Each node's sleep set was fixed when the node was made. It has what slept at its parent and
 *    the branches begun there before, as far as they are independent of the step between. A
 *    sleeping branch need not be finished, only begun: the claim "an equivalent execution is run
 *    below the sleeper" is needed when the search has ended, and by then it is finished. No claim
 *    rests on itself, as a branch sleeps only for those begun after it, never the other way.
 *  - Each race of each execution was seen by the reduction, which left a branch at the race's node
 *    (planned, begun or asleep) that can begin the reversal. Branches are never taken back, so what
 *    was enough when the race was seen is enough at the end.
 * The proofs of the reductions that have any_order set are about this tree: by induction from its
 * leaves to its root, and among siblings in the order in which they were begun; they do not ask
 * when a node was walked. Reduction none needs the second point alone. So does bounded DPOR, which
 * has no sleep sets. Optimal DPOR is not among them: a plan there is a sequence of steps that is
 * inserted to the right of branches that are finished before it is begun, and its wakeup trees move
 * down with the branch that is taken.
 *
 * Test: tests/unit/explore/frontier.c, against brute force.
 */
#ifndef EXPLORE_FRONTIER_H
#define EXPLORE_FRONTIER_H

#include "base/buf.h"
#include "explore/explorer.h"

struct frontier {
	/*
	 * Takes the next item; the search has begun. Sets x->keep to the number of steps of its
	 * prefix that the last execution took too. False: none is left.
	 */
	bool (*take)(struct explorer *x);
	/* After an execution, when its plans were made. May be NULL. */
	void (*absorb)(struct explorer *x);
	/*
	 * Whether an item is left, without taking it. NULL: what is saved may have its next item
	 * taken.
	 */
	bool (*more)(const struct explorer *x);
	/* Drops all items, and the path. */
	void (*clear)(struct explorer *x);
	/* What the tree amounts to, seen from its root. */
	struct estimate_branch (*estimate)(const struct explorer *x);
	/*
	 * All items as bytes, and back in a new explorer, which leaves PHASE_NEW if there are any.
	 * False: the bytes are no such thing.
	 */
	void (*save)(const struct explorer *x, struct buf *out);
	bool (*restore)(struct explorer *x, struct reader *in);
	bool any_order; /* items are taken while others below the same node are unfinished */
};

extern const struct frontier frontier_depth_first;
extern const struct frontier frontier_shuffled; /* at random, by the seed */

#endif
