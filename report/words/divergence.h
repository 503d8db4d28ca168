/* SPDX-License-Identifier: MIT */
/* A program that did not do again what it had done before, in words. */
#ifndef REPORT_DIVERGENCE_H
#define REPORT_DIVERGENCE_H

#include "event/schedule.h"
#include "event/wire.h"
#include "report/names/symbols.h"

/* Found by the explorer: the first event that differs, and what to do. Not yet escaped. */
void divergence_text(struct buf *out, struct symbols *symbols, const struct wire_divergence *d);
/* Found while following a recorded schedule: the first choice that did not fit. */
void divergence_choice_text(struct buf *out, const struct wire_divergence *d,
                            const choice_vec *recorded);

#endif
