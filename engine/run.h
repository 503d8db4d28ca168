/* SPDX-License-Identifier: MIT */
/* The parts of an execution's life that engine/run.c calls in order. */
#ifndef ENGINE_RUN_H
#define ENGINE_RUN_H

#include "event/event.h"

#pragma GCC visibility push(hidden)

/* decide.c: a new execution begins; it ends: tells the scheduler. */
void decide_begin(void);
void decide_end(enum end_reason why);

#pragma GCC visibility pop

#endif
