/* SPDX-License-Identifier: MIT */
/*
 * A search as bytes: to go on later, or in another process.
 *
 * What is written is the frontier (frontier.h): for each node that leads to an item the step that
 * leads there, what sleeps and what is planned. Executions are not: whoever goes on runs the prefix
 * of an item again and compares what it does with what is written. That takes the same build of
 * the program, the same arguments, and an environment of the same size, so that objects have the
 * same addresses.
 *
 * A fingerprint of the options goes with it: items of one search mean nothing in another.
 *
 * Between executions only (after end, before begin).
 */
#ifndef EXPLORE_CHECKPOINT_H
#define EXPLORE_CHECKPOINT_H

#include "base/buf.h"
#include "explore/explorer.h"

/*
 * The whole search, with its statistics; not of one that has diverged. False: nothing is left to
 * run, and whoever goes on has nothing to do but to say so.
 */
bool explorer_save(struct explorer *x, struct buf *out);

enum restore_result {
	RESTORE_OK,
	RESTORE_DAMAGED,       /* the bytes are no saved search */
	RESTORE_OTHER_OPTIONS, /* the search that was saved had other options */
};

/* Makes a new explorer go on with what was saved. Unless it is RESTORE_OK, x must be freed. */
enum restore_result explorer_restore(struct explorer *x, struct reader *in) MUST_USE;

/*
 * Of all options that decide what is run; not of max_executions, max_plan_nodes and
 * shortcuts_off, which may differ.
 */
uint64_t explore_options_fingerprint(const struct explore_options *options);

#endif
