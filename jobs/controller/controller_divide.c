/* SPDX-License-Identifier: MIT */
/* Dividing what a worker explores between two parts: explore/constraint.h says why that is exact.
 */
#include "jobs/controller/controller_internal.h"

/* See worth_dividing_early(): parts of at least this length, this share of the job for each slot.
 */
#define EARLY_MS      500
#define EARLY_SHARES  8
#define EARLY_WAITING 2 /* for each slot */
/* Of one job, for each slot: what wrong estimates can cost. */
#define EARLY_PARTS 32

void controller_refuse_split(struct controller *c, uint32_t job, uint32_t part)
{
	controller_tell(c, &(struct deepening_input){
	                           .kind = INPUT_SPLIT_REFUSED, .job = job, .part = part});
}

/* The order that the part's worker gave; false: none. */
static bool half_of(const struct part_run *p, struct explore_constraint *half)
{
	const struct buf *b = &p->worker.outcome.order;
	struct reader r = {b->at, b->n, false};
	constraint_vec v = {0};
	bool good = b->n && constraint_vec_decode(&r, &v) && v.n == 1;
	if (good)
		*half = v.at[0];
	vec_release(&v);
	return good;
}

/*
 * Both halves begin again; what was explored of the whole is not worth keeping. Gives the new
 * part, which is yet to be started.
 */
static struct part_run *divide(struct controller *c, struct part_run *from, uint32_t to,
                               const struct explore_constraint *half, uint64_t now)
{
	struct explore_constraint other = constraint_other(half);
	struct part_run *new = controller_add_part(c, from->job, to);
	for (size_t i = 0; i < from->orders.n; i++)
		vec_push(&new->orders, from->orders.at[i]);
	part_run_stop(from);
	part_run_narrow(from, half);
	part_run_narrow(new, &other);
	from->unsaved = new->unsaved = true;
	controller_start(c, from, now);
	return new;
}

/* A worker that said early how to divide its space waits for that. */
static void go_on(struct part_run *p)
{
	if (p->early && !worker_ask(&p->worker, WIRE_GO))
		BUG("a worker that has run executions does not listen");
	p->early = false;
}

void controller_divide_asked(struct controller *c, struct part_run *from, uint64_t now)
{
	struct explore_constraint half;
	uint32_t to = from->gives_to;
	from->gives_to = NO_PART;
	if (half_of(from, &half)) {
		controller_start(c, divide(c, from, to, &half, now), now);
		return;
	}
	controller_refuse_split(c, from->job, to);
	go_on(from);
}

static bool other_jobs_wait(const struct controller *c)
{
	for (size_t i = 0; i < c->deepening.jobs.n; i++) {
		enum job_state s = c->deepening.jobs.at[i].state;
		if (s == JOB_PENDING || s == JOB_SUSPENDED)
			return true;
	}
	return false;
}

/*
 * Halves are rarely equal, and to divide is cheap only as long as little was explored. So a part
 * that promises to be long is divided as soon as it has been looked at, until some parts wait: then
 * no worker runs out of work before the others are nearly done. The longer they are, the earlier
 * they were cut off, and the earlier they are begun.
 */
static bool worth_dividing_early(const struct controller *c, const struct part_run *p)
{
	const struct job *j = &c->deepening.jobs.at[p->job];
	uint32_t slots = c->deepening.options.slots;
	const volatile struct wire_page *page = p->worker.page;
	return job_open(j) && j->parts.at[p->part].state == PART_RUNNING && !other_jobs_wait(c) &&
	       j->parts.n < (size_t)slots * EARLY_PARTS &&
	       job_parts_in(j, PART_FRESH) < slots * EARLY_WAITING &&
	       page->estimated_usecs >= EARLY_MS * 1000 &&
	       page->estimated_executions >= job_total(j) / (EARLY_SHARES * slots);
}

void controller_divide_early(struct controller *c, struct part_run *from, uint64_t now)
{
	struct explore_constraint half;
	const volatile struct wire_page *page = from->worker.page;
	struct deepening_input in = {.job = from->job, .part = from->part};
	if (!worth_dividing_early(c, from) || !half_of(from, &half)) {
		go_on(from);
		return;
	}
	in.progress = (struct part_progress){.total = page->estimated_executions / 2,
	                                     .eta_ms = page->estimated_usecs / 2000};
	in.kind = INPUT_PROGRESS;
	controller_tell(c, &in);
	in.kind = INPUT_PART_ADDED;
	in.part = (uint32_t)c->deepening.jobs.at[from->job].parts.n;
	controller_tell(c, &in);
	divide(c, from, in.part, &half, now);
}

/*
 * To divide costs what was explored so far: both halves begin again. Worth it only if
 * much more is left (two halves are rarely equal). Executions, not times: those of a worker are by
 * the clock on the wall, and a busy machine would make much of little.
 */
static bool worth_dividing(const struct part_run *p)
{
	double done = (double)p->worker.page->executions,
	       all = p->worker.page->estimated_executions;
	return all - done > 3 * done;
}

void controller_split(struct controller *c, const struct deepening_command *command)
{
	struct part_run *from = controller_part(c, command->job, command->from);
	if (from && from->works && !from->suspending && from->gives_to == NO_PART &&
	    worth_dividing(from) && worker_ask(&from->worker, WIRE_DIVIDE)) {
		from->seen_orders = from->worker.outcome.orders;
		from->gives_to = command->part;
		return;
	}
	controller_refuse_split(c, command->job, command->part);
}
