/* SPDX-License-Identifier: MIT */
/* What the search has shown so far. */
#include "jobs/deepening/deepening.h"

#include <stdlib.h>

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

/* ---- how much there is ---- */

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* How many pending jobs are begun before the maximal one gets its turn, which makes them needless.
 */
static size_t before_turn(const struct deepening *d, size_t pending)
{
	size_t ended = 0;
	if (!d->options.turns || d->races.races.n == 0)
		return pending;
	for (size_t i = 0; i < d->jobs.n; i++)
		ended += !job_open(&d->jobs.at[i]);
	size_t left = d->next_turn > ended ? d->next_turn - ended : 0;
	return left < pending ? left : pending;
}

/* What pending jobs take at least: the smallest of them, as many as will be begun. */
static double pending_floor(const struct deepening *d, const struct job *maximal)
{
	VEC(uint64_t) floors = {0};
	double sum = 0;
	for (size_t i = 0; i < d->jobs.n; i++) {
		const struct job *j = &d->jobs.at[i];
		if (j->state == JOB_PENDING && !job_set_within(&maximal->set, &j->set))
			vec_push(&floors, j->floor);
	}
	if (floors.n)
		qsort(floors.at, floors.n, sizeof(*floors.at), by_number);
	size_t n = before_turn(d, floors.n);
	BUG_ON(n > floors.n);
	for (size_t i = 0; i < n; i++)
		sum += (double)floors.at[i];
	vec_release(&floors);
	return sum;
}

/* What the maximal job takes at least, where it is still to be begun. */
static double maximal_floor(const struct deepening *d, struct job *maximal)
{
	bool wanted = (d->options.mode == MODE_DEEPEN || d->options.mode == MODE_MAXIMAL) &&
	              (!d->bugs.n || d->options.keep_going);
	for (size_t i = 0; i < d->jobs.n; i++) {
		const struct job *j = &d->jobs.at[i];
		if (j->complete)
			job_raise_floor(maximal, j);
		wanted &= j->state == JOB_PENDING || !job_set_within(&maximal->set, &j->set);
	}
	return wanted ? (double)maximal->floor : 0;
}

/*
 * What nobody has an estimate of takes at least so many executions; how long, by the pace so far,
 * in which starting workers counts, too.
 */
static void add_foreseen(struct deepening_account *a, const struct deepening *d)
{
	if (d->over && !d->stopped)
		return;
	struct job maximal = job_of(NO_JOB, JOB_MAXIMAL, deepening_maximal_set(d));
	a->foreseen += pending_floor(d, &maximal) + maximal_floor(d, &maximal);
	job_release(&maximal);
	a->total += a->foreseen;
	if (a->executions)
		a->left_ms +=
		        a->foreseen * (double)d->now_ms / (double)a->executions * d->options.slots;
}

static void add_job(struct deepening_account *a, const struct job *j)
{
	double total = job_total(j), left = job_work_left_ms(j), run = (double)job_executions(j);
	a->jobs[j->state]++;
	a->executions += job_executions(j);
	a->cpu_ms += job_cpu_ms(j);
	if (!job_open(j)) {
		a->total += run;
	} else if (total > 0 && left >= 0) {
		a->total += total;
		a->left_ms += left;
	} else {
		a->total += run;
		a->foreseen += j->state != JOB_PENDING && (double)j->floor > run
		                       ? (double)j->floor - run
		                       : 0;
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
	a.total_coverage = deepening_total(d);
	a.verified = a.total_coverage && d->bugs.n == 0;
	add_foreseen(&a, d);
	a.left_ms /= d->options.slots;
	return a;
}
