/* SPDX-License-Identifier: MIT */
/* Where the threads of a program are when a replay is stopped at a step. */
#ifndef EVENT_STOPPED_H
#define EVENT_STOPPED_H

#include "event/finding.h"

struct stopped_thread {
	uint16_t id;
	uint8_t status;    /* enum thread_status */
	struct event next; /* what it is about to do, or waits for */
	pc_vec stack;      /* of one that has not exited; it may be empty */
};

struct stopped {
	uint64_t step;   /* the next one, counted from 1; 0: was not stopped */
	uint16_t thread; /* who is to do it */
	VEC(struct stopped_thread) threads;
};

void stopped_encode(struct buf *b, const struct stopped *s);
/* False where the bytes do not fit; release what was decoded in any case. */
bool stopped_decode(struct reader *r, struct stopped *s) MUST_USE;
void stopped_release(struct stopped *s);

#endif
