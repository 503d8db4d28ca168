/* SPDX-License-Identifier: MIT */
/*
 * How large the search tree is, from the part of it that was walked (thesis
 * §3.4.3; Simsa, Bryant, Gibson, SPIN'12).
 *
 * Each node of the current path knows how many of its branches are finished, what
 * the finished ones amounted to, and how many more are planned. Both estimates are
 * computed from the leaf to the root, O(depth).
 */
#ifndef EXPLORE_ESTIMATE_H
#define EXPLORE_ESTIMATE_H

#include "base/bug.h"

struct estimate_node {
	uint32_t done;  /* finished branches */
	double portion; /* weighted backtrack: sum over them of how much of each was run */
	double usecs;   /* recursive: sum over them of their estimates */
	double step;    /* time of the step into this node */
};

/* What a branch below a node amounts to. */
struct estimate_branch {
	double portion; /* 1: all of it was run */
	double usecs;
};

struct estimate {
	double start; /* when the execution that is being run began */
};

/*
 * The branch that ends in this node: `current` is the branch being walked below it,
 * planned the number of branches that were not begun.
 */
struct estimate_branch estimate_node(const struct estimate_node *n, struct estimate_branch current,
                                     unsigned planned);
/* The same, if all branches that were begun are finished, and there is one. */
struct estimate_branch estimate_finished(const struct estimate_node *n, unsigned planned);
/* The current branch below n is finished. */
void estimate_done(struct estimate_node *n, struct estimate_branch finished);

#endif
