/* SPDX-License-Identifier: MIT */
/* The life of a run: start, snapshot, one execution after another, end. */
#ifndef RUNTIME_RUN_H
#define RUNTIME_RUN_H

#include "runtime/rt.h"

/*
 * Called where the program stops being deterministic: before its second thread or
 * its first choice. Takes the snapshot; returns once for every execution.
 */
void executions_start_here(void);

/* True between two executions: what happens now is not the program's doing. */
bool checker_runs(void);

/* Functions given to scree_at_end, last one first. */
void run_at_end(void);

#endif
