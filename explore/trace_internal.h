/* SPDX-License-Identifier: MIT */
/* Shared by the files that make up a trace. */
#ifndef EXPLORE_TRACE_INTERNAL_H
#define EXPLORE_TRACE_INTERNAL_H

#include "explore/trace.h"

/* explore/divergence.c: expected and actual may be NULL. The first divergence counts. */
void trace_diverge(struct trace *t, const struct event *expected, const struct event *actual,
                   const char *what);
void trace_check_replayed(struct trace *t, const struct event *e);

/* explore/races.c: sorts by step, latest first, and joins what is said of one step. */
void trace_merge_preds(pred_vec *p);
/* Those of rec, whose predecessors are t->preds. late: the step that it is, or NO_STEP. */
void trace_find_races(struct trace *t, unsigned thread, uint32_t late, struct step *rec);
/*
 * explore/predict.c: of a race between two atomic operations at the same place, the later one as
 * it will be when it is taken before the earlier one, or NULL if that cannot be predicted.
 */
struct step *predict_atomic(struct trace *t, uint32_t early, uint32_t late);
/* What the thread's step touches because of constraints. */
void trace_add_constraints(struct trace *t, unsigned thread, uint32_t ordinal);

#endif
