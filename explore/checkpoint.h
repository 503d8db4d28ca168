/* SPDX-License-Identifier: MIT */
/*
 * A search as bytes: to go on later, or in another process.
 *
 * What is written is the path to where the search goes on: for each node the step that
 * was taken, what sleeps there and what is planned. The execution so far is not: whoever
 * goes on runs the path again and compares what it does with what is written. That
 * takes the same build of the program, the same arguments, and an environment of the
 * same size, so that objects have the same addresses.
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

/*
 * Makes a new explorer go on with what was saved. Its options must be those of the one
 * that wrote it. False: the bytes are no such thing; x must be freed then.
 */
bool explorer_restore(struct explorer *x, struct reader *in) MUST_USE;

#endif
