/* SPDX-License-Identifier: MIT */
/* What jobs preempt on, in words for people: places as file and line. */
#ifndef REPORT_JOB_NAMES_H
#define REPORT_JOB_NAMES_H

#include "jobs/deepening/job.h"
#include "report/names/symbols.h"

/* "queue.c:31", or the pc where the line is not known; escaped for terminals. */
void name_point(struct buf *b, struct symbols *symbols, uint64_t pc);
/*
 * "lock, unlock, queue.c:31 (2)": classes, then places, each line once with how many points it
 * has. yield, which is in every set, is named where it is alone.
 */
void name_set(struct buf *b, struct symbols *symbols, const struct job_set *set);
/* What asked for the job, a stable word: seed, small, big, maximal, fixed. */
extern const char *const job_origin_name[];

#endif
