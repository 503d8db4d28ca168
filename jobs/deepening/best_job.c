/* SPDX-License-Identifier: MIT */
#include "jobs/deepening/best_job.h"

#include <math.h>

enum tier { TIER_SYNC, TIER_BOTH_ORDER, TIER_SINGLE_ORDER };

static enum tier tier(const struct race_table *races, const struct job *j)
{
	if (j->set.points.n == 0)
		return TIER_SYNC;
	for (size_t i = 0; i < j->set.points.n; i++)
		if (race_table_both_orders(races, &j->set.points.at[i]))
			return TIER_BOTH_ORDER;
	return TIER_SINGLE_ORDER;
}

bool job_before(const struct race_table *races, const struct job *a, const struct job *b)
{
	enum tier ta = tier(races, a), tb = tier(races, b);
	size_t na = job_set_size(&a->set), nb = job_set_size(&b->set);
	if (ta != tb)
		return ta < tb;
	return na != nb ? na < nb : a->id < b->id;
}

bool job_too_large(const struct job *j, const struct best_job_options *o, double left_ms)
{
	double eta = job_eta_ms(j);
	/*
	 * The papers count from the beginning of the job. Counting from when it last went on keeps
	 * two large jobs from taking turns at every report.
	 */
	if (job_executions(j) < j->since + o->eta_threshold)
		return false;
	/* Where time has no end, even the largest job ends before it. */
	return eta >= 0 && !isinf(left_ms) && eta >= o->eta_factor * left_ms;
}

/* Has a suspended job, or the one about to be, a set strictly within that of j? */
static bool held_back(const struct job *jobs, size_t n, const struct job *j, uint32_t now)
{
	for (size_t i = 0; i < n; i++)
		/*
		 * Line 6 of the algorithm looks at suspended jobs only; `now` is one as soon as
		 * another is chosen, and what contains it would take its place with even more to
		 * do.
		 */
		if ((jobs[i].state == JOB_SUSPENDED || i == now) &&
		    job_set_strictly_within(&jobs[i].set, &j->set))
			return true;
	return false;
}

static const struct job *best_pending(const struct job *jobs, size_t n,
                                      const struct race_table *races, uint32_t now)
{
	const struct job *best = NULL;
	for (size_t i = 0; i < n; i++)
		if (jobs[i].state == JOB_PENDING && !held_back(jobs, n, &jobs[i], now) &&
		    (!best || job_before(races, &jobs[i], best)))
			best = &jobs[i];
	return best;
}

/* An unknown one is worse than any that is known. */
static bool less_left(const struct job *a, const struct job *b)
{
	double la = job_work_left_ms(a), lb = job_work_left_ms(b);
	if (la < 0 || lb < 0)
		return la >= 0 && lb < 0;
	return la < lb;
}

static const struct job *best_suspended(const struct job *jobs, size_t n, uint32_t now)
{
	const struct job *best = NULL;
	for (size_t i = 0; i < n; i++) {
		const struct job *j = &jobs[i];
		if (j->state != JOB_SUSPENDED || held_back(jobs, n, j, now))
			continue;
		if (now != NO_JOB && !less_left(j, &jobs[now]))
			continue;
		if (!best || less_left(j, best))
			best = j;
	}
	return best;
}

uint32_t best_job(const struct job *jobs, size_t n, const struct race_table *races, uint32_t now)
{
	const struct job *best = best_pending(jobs, n, races, now);
	if (!best)
		best = best_suspended(jobs, n, now);
	return best ? best->id : NO_JOB;
}
