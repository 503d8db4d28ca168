/* SPDX-License-Identifier: MIT */
/*
 * Records what a report wants to know besides the events (event/detail.h), where WIRE_DETAIL
 * asks for it.
 *
 * It must not disturb the replay: nothing of the program's memory is changed, all that is kept is
 * on the checker's heap, and memory is read through the machine, where a bad address is an answer
 * and no fault.
 *
 * A plain write happens after its event, when the compiler's own instruction runs. Nobody else
 * runs before the thread's next operation, so its value is read there (detail_settle), or at the
 * end of the execution.
 */
#ifndef ENGINE_DETAIL_H
#define ENGINE_DETAIL_H

#include "engine/thread.h"
#include "event/detail.h"

#pragma GCC visibility push(hidden)

/* Everything below is called only where this is set. */
extern bool detail_on;

void detail_start(void);
/* A new execution begins. */
void detail_reset(void);
/* self announces an operation: what it wrote last is there by now. */
void detail_settle(void);
/* self's pending operation is about to happen. */
void detail_begin(void);
/* It has happened. */
void detail_event(const struct event *e);
/* The scheduler was told of the oldest operation of which it had not been; or never will be, of n.
 */
void detail_told(void);
void detail_untold(size_t n);
/* self stops; its stack is filled in here. */
void detail_switch(const struct switch_detail *s);
void detail_choice(const struct choice_detail *c);
/* The execution has ended after so many events; its memory is still there. */
void detail_end(uint64_t events);
void detail_send(void);

#pragma GCC visibility pop

#endif
