/* SPDX-License-Identifier: MIT */
/*
 * Which job promises most within the time that is left: algorithm 3 of QUICKSAND (§3.4),
 * which is algorithm 5 of the thesis (§4.2.4). Pure: jobs in, one of them out.
 *
 * Its main point: if the set of one job is contained in the set of another, the other one's
 * space is at least as large. So where the smaller one was suspended because it will not
 * finish, the larger one is not begun, nor gone on with, before it; whatever their estimates
 * say, for estimates of a space that was hardly looked at are worth little (*ETA inversion*).
 *
 * These are heuristics: they decide about the order of work, never about what is left out.
 */
#ifndef JOBS_BEST_JOB_H
#define JOBS_BEST_JOB_H

#include "jobs/deepening/job.h"
#include "jobs/deepening/race_table.h"

/* Estimates tend to be too high: a job is suspended only if it needs so much more than is left. */
#define ETA_FACTOR 2.0
/* So many executions until an estimate is worth anything. */
#define ETA_THRESHOLD 32

struct best_job_options {
	double eta_factor;
	uint64_t eta_threshold;
};

/*
 * Pending jobs, best first: synchronization alone, then those with a both-order race, then
 * those with single-order ones only (QUICKSAND §3.5); fewer preemption points first; older first.
 * True: a comes before b.
 */
bool job_before(const struct race_table *races, const struct job *a, const struct job *b) MUST_USE;

/* Is j, which is running, old enough and too slow for the time that is left (or INFINITY)? */
bool job_too_large(const struct job *j, const struct best_job_options *o, double left_ms) MUST_USE;

/*
 * What to run instead of `now`, which is running and too large: a pending or suspended job, or
 * NO_JOB if none is better. now NO_JOB: what to run on a free slot; then NO_JOB means that
 * there is neither a pending nor a suspended job.
 */
uint32_t best_job(const struct job *jobs, size_t n, const struct race_table *races,
                  uint32_t now) MUST_USE;

#endif
