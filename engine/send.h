/* SPDX-License-Identifier: MIT */
/* What a worker tells its controller (event/wire.h), encoded and sent. */
#ifndef ENGINE_SEND_H
#define ENGINE_SEND_H

#include "event/wire.h"

#pragma GCC visibility push(hidden)

void send_finding(const struct finding *f);
void send_race(const struct race_record *r);
void send_trace(const struct event *events, size_t n);
void send_checkpoint(const struct wire_checkpoint *c);
void send_done(const struct wire_done *d);
/* The last word: waits to be let go. */
NORETURN void send_error(const struct wire_error *e);

#pragma GCC visibility pop

#endif
