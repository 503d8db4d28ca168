/* SPDX-License-Identifier: MIT */
/* Findings and traces as text for people: fits into 100 columns, escaped for terminals. */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "event/schedule.h"
#include "report/names/distinct.h"
#include "report/names/source.h"

#include <stdio.h>

struct text_style {
	struct symbols *symbols;
	struct sources *sources;
	bool colour;
};

/* "KIND: message", stacks with their source lines, notes. Ends with a newline. */
void text_finding(struct buf *out, const struct text_style *style, const struct distinct *d);
/* The first line of it, and what follows. */
void text_finding_head(struct buf *out, const struct text_style *style, const struct finding *f);
void text_finding_rest(struct buf *out, const struct text_style *style, const struct finding *f);
/* A stack, innermost first, indented, with one source line; library frames are cut short. */
void text_stack(struct buf *out, const struct text_style *style, const pc_vec *stack);
/* The lines of a loop, from first to last in each function, with their source. */
void text_loop(struct buf *out, const struct text_style *style, const pc_vec *places);
/* A message of the worker with its placeholders ({0x…}, {T3}) replaced; not yet escaped. */
void text_expand(struct buf *out, struct symbols *symbols, const char *message);

/* What minimising came to: "1 preemption and 3 switches, from 5 and 9; …". */
void text_minimised(struct buf *out, const struct minimised *m);

/* What an event did, in words: "lock queue.lock", "signal ready, wakes T2"; not yet escaped. */
void text_operation(struct buf *out, struct symbols *symbols, const struct event *e);
/* The same of an operation that is yet to happen: what comes of it is not known. */
void text_pending(struct buf *out, struct symbols *symbols, const struct event *e);
/* A whole trace, a line for each event, written as it is made. */
void text_trace(FILE *out, const struct text_style *style, const struct event *events, size_t n);

#endif
