/* SPDX-License-Identifier: MIT */
/*
 * Follows a guide (event/guide.h) as well as the program lets it, and keeps what it did. The
 * guide may be another one for each execution; begin never says no.
 *
 * A stretch whose thread cannot run is left out, and so is one that is over already. What a thread
 * did not do in its own stretch it does in its next one.
 */
#ifndef EXPLORE_GUIDED_H
#define EXPLORE_GUIDED_H

#include "event/guide.h"
#include "explore/scheduler.h"

struct scheduler *guided_scheduler_new(void);
/* For the executions that begin from now on. The guide is kept by the caller. */
void guided_follow(struct scheduler *s, const struct guide *g);
/* Choices and stretches of this execution so far, and how it ended; the vectors stay the
 * scheduler's. */
struct tried guided_tried(const struct scheduler *s);

#endif
