/* SPDX-License-Identifier: MIT */
/* What the search has shown so far. */
#include "jobs/deepening.h"

struct job_set deepening_maximal_set(const struct deepening *d)
{
	struct job_set set = job_set_of(d->cut_short ? PP_SET_EVERYWHERE : PP_SET_ALL);
	job_set_add_all(&set, &d->races.points);
	return set;
}

const struct job *deepening_total_job(const struct deepening *d)
{
	struct job_set needed = deepening_maximal_set(d);
	struct job_set everywhere = job_set_of(PP_SET_EVERYWHERE);
	const struct job *total = NULL;
	for (size_t i = 0; i < d->jobs.n; i++) {
		const struct job *j = &d->jobs.at[i];
		if (j->state == JOB_FAILED) {
			total = NULL;
			break;
		}
		if (j->complete && (job_set_within(&everywhere, &j->set) ||
		                    (d->options.races && job_set_within(&needed, &j->set))))
			total = j;
	}
	job_set_release(&needed);
	return total;
}

bool deepening_total(const struct deepening *d)
{
	return deepening_total_job(d) != NULL;
}

bool deepening_shows(const struct deepening *d, const struct job *j)
{
	if (!j->complete)
		return false;
	for (size_t i = 0; i < d->jobs.n; i++) {
		const struct job *other = &d->jobs.at[i];
		if (other->complete && job_set_strictly_within(&j->set, &other->set))
			return false;
	}
	return true;
}

static void add_job(struct deepening_account *a, const struct job *j)
{
	double total = job_total(j), left = job_work_left_ms(j);
	a->jobs[j->state]++;
	a->executions += job_executions(j);
	a->cpu_ms += job_cpu_ms(j);
	if (!job_open(j))
		a->total += (double)job_executions(j);
	else if (total > 0 && left >= 0) {
		a->total += total;
		a->left_ms += left;
	} else {
		a->total += (double)job_executions(j);
		a->unknown++;
	}
}

struct deepening_account deepening_account(const struct deepening *d)
{
	struct deepening_account a = {0};
	for (size_t i = 0; i < d->jobs.n; i++)
		add_job(&a, &d->jobs.at[i]);
	for (size_t i = 0; i < d->races.races.n; i++)
		a.races[d->races.races.at[i].class]++;
	a.left_ms /= d->options.slots;
	a.total_coverage = deepening_total(d);
	a.verified = a.total_coverage && d->bugs.n == 0;
	return a;
}
