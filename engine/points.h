/* SPDX-License-Identifier: MIT */
/* Preemption points: the operations before which the scheduler is asked who goes on. */
#ifndef ENGINE_POINTS_H
#define ENGINE_POINTS_H

#include "event/event.h"

#pragma GCC visibility push(hidden)

/* Is the operation that self has arrived at one? */
bool is_preemption_point(enum op_kind kind, uintptr_t pc);

#pragma GCC visibility pop

#endif
