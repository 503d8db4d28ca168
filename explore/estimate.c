/* SPDX-License-Identifier: MIT */
#include "explore/estimate.h"

/*
 * Weighted backtrack: a node's portion is the mean of its marked branches', where
 * one that was not begun counts 0. Recursive: its time is that of its own step and
 * of its marked branches, where one that was not begun takes as long as the mean of
 * those that were. Adding a branch later changes the divisor for the finished ones
 * as well, which is the thesis' factor (k-1)/k.
 */
struct estimate_branch estimate_finished(const struct estimate_node *n, unsigned planned)
{
	double begun = n->done, marked = begun + planned;

	return (struct estimate_branch){
	        .portion = n->portion / marked,
	        .usecs = n->step + n->usecs * marked / begun,
	};
}

struct estimate_branch estimate_node(const struct estimate_node *n, struct estimate_branch current,
                                     unsigned planned)
{
	struct estimate_node with = *n;

	estimate_done(&with, current);
	return estimate_finished(&with, planned);
}

void estimate_done(struct estimate_node *n, struct estimate_branch finished)
{
	n->done++;
	n->portion += finished.portion;
	n->usecs += finished.usecs;
}
