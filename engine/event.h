/* SPDX-License-Identifier: MIT */
/*
 * Events: shown to all observers in the order of observer.def, or withheld while a thread is in a
 * trial round (spin.h) until it is known whether the round counts.
 */
#ifndef ENGINE_EVENT_H
#define ENGINE_EVENT_H

#include "engine/spin.h"
#include "event/event.h"

#pragma GCC visibility push(hidden)

/* A new execution begins. */
void event_begin(void);
/* Has another thread than self done the last event? */
bool event_switches(void);

/* Delivers or discards what is withheld, as spin.c decided. */
void trial_apply(enum spin_result result);
/* Others may run before the round is over: what was withheld counts. */
void trial_deliver(void);

/* An access of self that is no event (hidden.h) happens now. flags: enum event_flag. */
void hidden_access(enum op_kind kind, const volatile void *addr, size_t size, unsigned flags);

#pragma GCC visibility pop

#endif
