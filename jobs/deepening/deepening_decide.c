/* SPDX-License-Identifier: MIT */
/* Which jobs run: commands to start, suspend, resume and split. */
#include "jobs/deepening/deepening_internal.h"

#include <math.h>

static double left_ms(const struct deepening *d)
{
	if (d->options.budget_ms == 0)
		return INFINITY;
	return d->options.budget_ms > d->now_ms ? (double)(d->options.budget_ms - d->now_ms) : 0;
}

static uint32_t free_slot(const struct deepening *d)
{
	for (uint32_t i = 0; i < d->slots.n; i++)
		if (d->slots.at[i].job == NO_JOB)
			return i;
	return NO_SLOT;
}

static void occupy(struct deepening *d, struct job *j, uint32_t part, uint32_t slot)
{
	struct job_part *p = &j->parts.at[part];
	p->state = PART_RUNNING;
	p->slot = slot;
	d->slots.at[slot] = (struct slot){j->id, part};
}

/* A part that has no worker at work, or NO_JOB. */
static uint32_t waiting_part(const struct job *j)
{
	for (uint32_t i = 0; i < j->parts.n; i++) {
		enum part_state s = j->parts.at[i].state;
		if (s == PART_FRESH || s == PART_SUSPENDED || s == PART_DEAD)
			return i;
	}
	return NO_JOB;
}

/* Puts a waiting part of j on the slot. */
static void run_part(struct deepening *d, struct job *j, uint32_t part, uint32_t slot)
{
	enum part_state before = j->parts.at[part].state;
	enum deepening_command_kind kind = before == PART_FRESH       ? COMMAND_START
	                                   : before == PART_SUSPENDED ? COMMAND_RESUME
	                                                              : COMMAND_RESTART;
	d->counts.restarts += kind == COMMAND_RESTART;
	occupy(d, j, part, slot);
	deepening_push(d, kind, j, part);
}

static void run_job(struct deepening *d, struct job *j, uint32_t slot)
{
	uint32_t part = waiting_part(j);
	BUG_ON(part == NO_JOB);
	d->counts.resumptions += j->state == JOB_SUSPENDED;
	j->state = JOB_RUNNING;
	j->since = job_executions(j);
	run_part(d, j, part, slot);
}

static void suspend_job(struct deepening *d, struct job *j)
{
	for (uint32_t i = 0; i < j->parts.n; i++) {
		struct job_part *p = &j->parts.at[i];
		if (p->state != PART_RUNNING)
			continue;
		deepening_push(d, COMMAND_SUSPEND, j, i);
		deepening_free_slot(d, p, PART_SUSPENDED);
	}
	j->state = JOB_SUSPENDED;
}

/* For the sake of another job. */
static void put_aside(struct deepening *d, struct job *j)
{
	suspend_job(d, j);
	j->suspensions++;
	d->counts.suspensions++;
}

static bool any_pending(const struct deepening *d)
{
	for (size_t i = 0; i < d->jobs.n; i++)
		if (d->jobs.at[i].state == JOB_PENDING)
			return true;
	return false;
}

/* Algorithm 1 of QUICKSAND: nothing but the maximal job is worth going on with. */
static void give_up_all_but(struct deepening *d, const struct job *maximal)
{
	for (size_t i = 0; i < d->jobs.n; i++) {
		struct job *j = &d->jobs.at[i];
		if (j == maximal || !job_open(j))
			continue;
		deepening_end(d, j, JOB_CANCELLED, maximal->id);
		d->counts.superseded++;
	}
}

static struct job *job_with(struct deepening *d, const struct job_set *set)
{
	for (size_t i = 0; i < d->jobs.n; i++)
		if (job_set_equal(&d->jobs.at[i].set, set))
			return &d->jobs.at[i];
	return NULL;
}

/* Maximal jobs of earlier turns, before they grew: they would only keep the present one waiting. */
static void give_up_former(struct deepening *d, const struct job *maximal)
{
	for (size_t i = 0; i < d->jobs.n; i++) {
		struct job *j = &d->jobs.at[i];
		if (j == maximal || j->origin != JOB_MAXIMAL || !job_open(j))
			continue;
		deepening_end(d, j, JOB_CANCELLED, maximal->id);
		d->counts.superseded++;
	}
}

/* Has the maximal job a slot of its own now? */
static bool has_slot(const struct deepening *d)
{
	return d->options.pin_maximal || d->turn != 0;
}

/*
 * Makes the maximal job where it is needed: at once if that is the mode or it has a slot of its
 * own, else when nothing smaller waits. With each race it grows; made only then, it is made once
 * for many of them.
 */
static struct job *plan_maximal(struct deepening *d)
{
	bool at_once = d->options.mode == MODE_MAXIMAL || has_slot(d);
	if (d->options.mode != MODE_MAXIMAL && d->options.mode != MODE_DEEPEN)
		return NULL;
	if (!at_once && any_pending(d))
		return NULL;
	/* When it has grown during its turn is a matter of time; it goes on to its end first. */
	if (d->turn && d->pinned != NO_JOB && job_open(&d->jobs.at[d->pinned]))
		return &d->jobs.at[d->pinned];
	struct job_set set = deepening_maximal_set(d);
	deepening_add(d, JOB_MAXIMAL, job_set_copy(&set));
	struct job *j = job_with(d, &set);
	job_set_release(&set);
	if (j && d->options.mode == MODE_MAXIMAL)
		give_up_all_but(d, j);
	if (j && d->options.turns)
		give_up_former(d, j);
	return j;
}

/* Who makes room for the maximal job: its predecessor, else the youngest of those that run. */
static struct job *who_makes_room(struct deepening *d)
{
	if (d->pinned != NO_JOB && d->jobs.at[d->pinned].state == JOB_RUNNING &&
	    job_parts_in(&d->jobs.at[d->pinned], PART_RUNNING))
		return &d->jobs.at[d->pinned];
	struct job *youngest = NULL;
	for (size_t i = 0; i < d->slots.n; i++) {
		struct job *j = &d->jobs.at[d->slots.at[i].job];
		if (!youngest || j->id > youngest->id)
			youngest = j;
	}
	return youngest;
}

/* Jobs that have ended, and what all but the maximal one have run. */
static void count_work(const struct deepening *d, uint32_t *ended, uint64_t *executions)
{
	*ended = 0;
	*executions = 0;
	for (size_t i = 0; i < d->jobs.n; i++) {
		const struct job *j = &d->jobs.at[i];
		*ended += !job_open(j);
		*executions += j->origin == JOB_MAXIMAL ? 0 : job_executions(j);
	}
}

static void put_off_turn(struct deepening *d)
{
	uint64_t executions;
	count_work(d, &d->next_turn, &executions);
	d->next_turn *= 2;
	d->turn = 0;
}

/*
 * One slot explores the largest set known, so that a flood of small jobs does not keep it from
 * being begun (thesis §4.6.2). When it grows, the job that was maximal until then is suspended.
 */
static void run_pinned(struct deepening *d, struct job *maximal)
{
	if (!has_slot(d))
		return;
	if (!maximal || !job_open(maximal)) {
		d->pinned = NO_JOB;
		if (d->turn)
			put_off_turn(d);
		return;
	}
	if (maximal->state != JOB_RUNNING) {
		uint32_t slot = free_slot(d);
		if (slot == NO_SLOT) {
			put_aside(d, who_makes_room(d));
			slot = free_slot(d);
		}
		run_job(d, maximal, slot);
	}
	d->pinned = maximal->id;
}

static bool turn_is_over(const struct deepening *d)
{
	const struct job *j = d->pinned == NO_JOB ? NULL : &d->jobs.at[d->pinned];
	return j && (!job_open(j) || job_executions(j) >= j->since + d->turn);
}

/*
 * The maximal job waits for its next turn, unless nobody else wants the slot. Completed, it is run
 * again at once if it has grown meanwhile.
 */
static void end_turn(struct deepening *d)
{
	struct job *j = &d->jobs.at[d->pinned];
	put_off_turn(d);
	d->pinned = NO_JOB;
	if (j->complete)
		d->next_turn = 0;
	if (j->state == JOB_RUNNING && any_pending(d))
		put_aside(d, j);
}

/*
 * Each racing access makes jobs with each set that met it: a test of ten schedules can have a
 * thousand jobs. So the maximal job, which makes all of them needless, is not left to the end. When
 * 16 jobs have ended, then twice as many as after its last turn, it gets a turn of as many
 * executions as all others have run. Then many small jobs take about as much time as it does,
 * whichever of both is the shorter way. It counts work and not time, so that with one worker a
 * small test is the same each time. Test: turns_of_the_maximal_job.
 */
static void maximal_turn(struct deepening *d)
{
	uint32_t ended;
	uint64_t executions;
	if (d->turn && turn_is_over(d))
		end_turn(d);
	if (!d->options.turns || d->turn || d->races.races.n == 0 || !any_pending(d) ||
	    free_slot(d) == NO_SLOT)
		return;
	count_work(d, &ended, &executions);
	if (ended >= d->next_turn)
		d->turn = executions > TURN_EXECUTIONS ? executions : TURN_EXECUTIONS;
}

/*
 * A job that will not finish in time makes room for one that might: with all of its parts, of which
 * those come back at once for whose slots there is nothing better. One whose parts all wait has no
 * room to make.
 */
static void switch_jobs(struct deepening *d)
{
	for (uint32_t i = 0; i < d->jobs.n; i++) {
		struct job *j = &d->jobs.at[i];
		if (j->state != JOB_RUNNING || i == d->pinned || !job_parts_in(j, PART_RUNNING) ||
		    !job_too_large(j, &d->options.eta, left_ms(d)))
			continue;
		uint32_t better = best_job(d->jobs.at, d->jobs.n, &d->races, i);
		if (better == NO_JOB)
			continue;
		put_aside(d, j);
		run_job(d, &d->jobs.at[better], free_slot(d));
	}
}

/* What has begun goes on before anything else begins: parts whose sibling runs, or who died. */
static bool run_waiting_part(struct deepening *d, uint32_t slot)
{
	for (size_t i = 0; i < d->jobs.n; i++) {
		struct job *j = &d->jobs.at[i];
		uint32_t part = j->state == JOB_RUNNING ? waiting_part(j) : NO_JOB;
		if (part == NO_JOB)
			continue;
		run_part(d, j, part, slot);
		return true;
	}
	return false;
}

static bool can_split(const struct deepening *d, const struct job *j)
{
	return j->state == JOB_RUNNING && job_parts_in(j, PART_RUNNING) > 0 &&
	       job_executions(j) >= j->split_at + d->options.eta.eta_threshold;
}

/* The running part with the most left; those that cannot say it come last. */
static uint32_t largest_part(const struct job *j)
{
	uint32_t largest = NO_JOB;
	for (uint32_t i = 0; i < j->parts.n; i++) {
		const struct job_part *p = &j->parts.at[i];
		if (p->state == PART_RUNNING &&
		    (largest == NO_JOB ||
		     p->progress.eta_ms > j->parts.at[largest].progress.eta_ms))
			largest = i;
	}
	return largest;
}

/* Fewer jobs than workers: the one with the most left is shared. */
static bool split_job(struct deepening *d, uint32_t slot)
{
	struct job *most = NULL;
	for (size_t i = 0; i < d->jobs.n; i++) {
		struct job *j = &d->jobs.at[i];
		if (can_split(d, j) && (!most || job_eta_ms(j) > job_eta_ms(most)))
			most = j;
	}
	if (!most)
		return false;
	uint32_t from = largest_part(most);
	uint32_t part = (uint32_t)most->parts.n;
	vec_push(&most->parts, (struct job_part){.progress.eta_ms = ETA_UNKNOWN});
	occupy(d, most, part, slot);
	deepening_push(d, COMMAND_SPLIT, most, part);
	vec_last(&d->commands)->from = from;
	/* Not again before it has gone on a while: a worker that has nothing to give is not
	 * pestered. */
	most->split_at = job_executions(most);
	d->counts.splits++;
	return true;
}

static void fill_slots(struct deepening *d)
{
	for (uint32_t slot = free_slot(d); slot != NO_SLOT; slot = free_slot(d)) {
		if (run_waiting_part(d, slot))
			continue;
		uint32_t best = best_job(d->jobs.at, d->jobs.n, &d->races, NO_JOB);
		if (best != NO_JOB)
			run_job(d, &d->jobs.at[best], slot);
		else if (!split_job(d, slot))
			return;
	}
}

static bool nothing_runs(const struct deepening *d)
{
	for (size_t i = 0; i < d->slots.n; i++)
		if (d->slots.at[i].job != NO_JOB)
			return false;
	return true;
}

void deepening_set_budget(struct deepening *d, uint64_t budget_ms)
{
	d->options.budget_ms = budget_ms;
	d->over = d->stopped = d->out_of_time = false;
}

void deepening_set_slots(struct deepening *d, uint32_t slots)
{
	BUG_ON(slots == 0);
	for (size_t i = slots; i < d->slots.n; i++) {
		struct slot s = d->slots.at[i];
		if (s.job == NO_JOB)
			continue;
		struct job *j = &d->jobs.at[s.job];
		deepening_push(d, COMMAND_SUSPEND, j, s.part);
		deepening_free_slot(d, &j->parts.at[s.part], PART_SUSPENDED);
		if (job_parts_in(j, PART_RUNNING) == 0)
			j->state = JOB_SUSPENDED;
	}
	if (d->slots.n > slots)
		d->slots.n = slots;
	while (d->slots.n < slots)
		vec_push(&d->slots, (struct slot){.job = NO_JOB});
	d->options.slots = slots;
	if (slots < 2)
		d->options.pin_maximal = false;
	if (!has_slot(d))
		d->pinned = NO_JOB;
}

void deepening_stop(struct deepening *d)
{
	for (size_t i = 0; i < d->jobs.n; i++)
		if (d->jobs.at[i].state == JOB_RUNNING)
			suspend_job(d, &d->jobs.at[i]);
	d->over = d->stopped = true;
}

void deepening_decide(struct deepening *d, uint64_t now_ms)
{
	BUG_ON(now_ms < d->now_ms);
	d->now_ms = now_ms;
	if (d->stopped)
		return;
	if (left_ms(d) == 0) {
		d->out_of_time = true;
		deepening_stop(d);
		return;
	}
	maximal_turn(d);
	run_pinned(d, plan_maximal(d));
	switch_jobs(d);
	fill_slots(d);
	/* A race that is told late may make it go on again. */
	d->over = nothing_runs(d) && !any_pending(d);
}
