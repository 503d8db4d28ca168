/* SPDX-License-Identifier: MIT */
/* Who decides in this run: a simple scheduler or the explorer, as the controller asked. */
#ifndef ENGINE_STRATEGY_H
#define ENGINE_STRATEGY_H

#include "explore/scheduler.h"
#include "event/wire.h"

/* Makes it from the configuration and starts its first execution. */
struct scheduler *strategy_start(void);
/* Does every thread that can run get its turn, sooner or later, with certainty? */
bool strategy_is_fair(void);
/* False where there is nothing left to run. */
bool strategy_next(void);
/* Before scheduler->end: the time of this execution counts. */
void strategy_execution_ends(void);
/* After it: brings the estimates up to date. */
void strategy_execution_ended(void);
/*
 * The search as it stands (explore/checkpoint.h). False: nothing is left to run, or the program did
 * not repeat itself; the run ends right now, and its last word says more than a checkpoint could.
 */
bool strategy_save(struct buf *out);
/* Nothing is left to run, not even at the start: what was restored had come to its end. */
bool strategy_is_over(void);
/* An order that divides what is searched (explore/constraint.h), or nothing. */
void strategy_divide(struct buf *out);
/* How far it got, and whether the program repeated itself. */
void strategy_report(struct wire_done *done);

#endif
