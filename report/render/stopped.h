/* SPDX-License-Identifier: MIT */
/* Where the threads are when a replay was stopped at a step (event/stopped.h). */
#ifndef REPORT_STOPPED_H
#define REPORT_STOPPED_H

#include "base/json.h"
#include "event/stopped.h"
#include "report/words/text.h"

/* For each thread its state, its next operation and its stack; the one whose step is next is
 * marked. */
void text_stopped(struct buf *out, const struct text_style *style, const struct stopped *s);
/* The member "stopped"; docs/json.md describes it. */
void json_stopped(struct json *j, struct symbols *symbols, const struct stopped *s);

#endif
