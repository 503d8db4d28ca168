/* SPDX-License-Identifier: MIT */
/* Race analysis (race/race.h) of the executions of this worker, where the controller asked for it.
 */
#ifndef ENGINE_RACES_H
#define ENGINE_RACES_H

#include "race/race.h"

#pragma GCC visibility push(hidden)

extern struct race_analysis *races; /* NULL: not asked for */

void races_start(void);
void races_execution_begins(void);
void races_execution_ends(void);
/* e has just happened in self, and races is not NULL. What is new goes to the controller. */
void races_event(const struct event *e);
/* Adds what the analysis lost or assumed. */
void races_count(uint64_t *counters);

#pragma GCC visibility pop

#endif
