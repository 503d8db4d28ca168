/* SPDX-License-Identifier: MIT */
#ifndef RUNTIME_INTERCEPT_MMAP_H
#define RUNTIME_INTERCEPT_MMAP_H

#include "runtime/rt.h"

/*
 * Undoes what the execution that has ended did to the memory map. Before memory is
 * restored. Where it had a process of its own there is nothing to undo.
 */
void maps_reset(bool forked);
/* The break is part of the snapshot too. */
void maps_snapshot(void);
/* Has the execution mapped anything, or changed what was mapped? */
bool maps_changed(void);

#endif
