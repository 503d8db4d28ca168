/* SPDX-License-Identifier: MIT */
/*
 * The frontier: what a search still has to run. An item is a node of the search tree with a plan
 * there: the prefix that leads to the node, the sleep set in which the plan is begun, and the plan
 * itself. Taking an item makes the explorer's path (search.h) lead to its node, with the plan
 * leftmost there.
 *
 * Depth first (depth_first.c) keeps the path alone: every item lies on it, so that nothing is ever
 * copied.
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

#endif
