/* SPDX-License-Identifier: MIT */
#include "jobs/controller/part_run.h"

#include "jobs/deepening/job.h"

/* A worker that does not answer in this time is in an execution that does not end. */
#define ANSWER_MS 3000

void part_run_init(struct part_run *p, uint32_t job, uint32_t part)
{
	*p = (struct part_run){
	        .job = job, .part = part, .gives_to = NO_PART, .slot = NO_SLOT, .worker.fd = -1};
}

struct result part_run_start(struct part_run *p, const struct worker_options *how,
                             const struct wire_config *config, uint64_t now_ms)
{
	struct worker_options o = *how;
	struct buf orders = {0};
	BUG_ON(p->works);
	o.config = *config;
	if (p->orders.n)
		constraint_vec_encode(&orders, &p->orders);
	o.config.orders = orders;
	o.config.resume = p->checkpoint;
	struct result r = worker_start(&p->worker, &o);
	buf_release(&orders);
	if (result_failed(r)) {
		worker_release(&p->worker);
		return r;
	}
	p->works = true;
	p->started_ms = p->saved_ms = now_ms;
	p->asked_ms = p->seen_saves = p->seen_refusals = p->seen_orders = 0;
	p->seen_found = 0;
	vec_clear(&p->race_flags);
	p->suspending = false;
	p->early = config->flags & WIRE_DIVIDE_EARLY;
	return r;
}

void part_run_count(struct part_run *p)
{
	const volatile struct wire_page *page = p->worker.page;
	uint64_t all = page->executions, blocked = page->blocked;
	/* It has not yet read how far its predecessor had come. */
	if (!all && p->checkpoint.n)
		return;
	p->counts.executions = all > blocked ? all - blocked : 0;
	p->counts.events = page->events;
}

double part_run_cpu_s(const struct part_run *p)
{
	struct process_sample s;
	double now = 0;
	if (p->works && p->worker.outcome.ending != ENDING_NONE)
		now = p->worker.outcome.cpu_s;
	else if (p->works && process_sample(p->worker.process.pid, &s))
		now = (double)s.cpu_ms / 1000;
	return p->earlier_cpu + now;
}

static void ask_checkpoint(struct part_run *p, uint64_t now_ms)
{
	if (!p->asked_ms && worker_ask(&p->worker, WIRE_SAVE))
		p->asked_ms = now_ms;
}

void part_run_tick(struct part_run *p, uint64_t now_ms)
{
	uint64_t interval =
	        p->seen_refusals ? CHECKPOINT_REFUSED_MS : CHECKPOINT_MS + p->checkpoint.n / 1024;
	if (p->works && (p->suspending || now_ms - p->saved_ms >= interval))
		ask_checkpoint(p, now_ms);
}

void part_run_take(struct part_run *p, uint64_t now_ms)
{
	struct outcome *o = &p->worker.outcome;
	if (o->checkpoints_refused != p->seen_refusals) {
		/* The last one that there is, or the beginning, has to do. */
		p->seen_refusals = o->checkpoints_refused;
		p->asked_ms = 0;
		p->saved_ms = now_ms;
	}
	if (o->checkpoints == p->seen_saves)
		return;
	p->seen_saves = o->checkpoints;
	buf_clear(&p->checkpoint);
	buf_bytes(&p->checkpoint, o->checkpoint.at, o->checkpoint.n);
	p->asked_ms = 0;
	p->saved_ms = now_ms;
	p->spilled = false;
	p->unsaved = true;
}

void part_run_suspend(struct part_run *p, uint64_t now_ms)
{
	p->suspending = true;
	p->started_ms = now_ms; /* for the time to answer */
	/* One that is on its way is of before: what was run since would be run again. */
	p->asked_ms = 0;
	p->seen_saves = p->worker.outcome.checkpoints;
	ask_checkpoint(p, now_ms);
}

bool part_run_suspended(const struct part_run *p, uint64_t now_ms)
{
	bool answered = p->asked_ms == 0 && p->saved_ms >= p->started_ms;
	return p->suspending && (answered || p->worker.outcome.ending != ENDING_NONE ||
	                         now_ms - p->started_ms >= ANSWER_MS);
}

void part_run_stop(struct part_run *p)
{
	if (!p->works)
		return;
	worker_interrupt(&p->worker);
	p->earlier_cpu += p->worker.outcome.cpu_s;
	if (p->peak_rss_kb < p->worker.outcome.peak_rss_kb)
		p->peak_rss_kb = p->worker.outcome.peak_rss_kb;
	worker_release(&p->worker);
	p->works = p->suspending = false;
	p->gives_to = NO_PART;
	p->unsaved = true;
}

void part_run_forget(struct part_run *p)
{
	buf_clear(&p->checkpoint);
	p->spilled = false;
	p->unsaved = true;
	p->counts = (struct part_counts){0};
	p->lost_cpu += p->earlier_cpu;
	p->earlier_cpu = 0;
}

void part_run_narrow(struct part_run *p, const struct explore_constraint *half)
{
	vec_push(&p->orders, *half);
	part_run_forget(p);
}

void part_run_release(struct part_run *p)
{
	part_run_stop(p);
	vec_release(&p->orders);
	buf_release(&p->checkpoint);
	vec_release(&p->race_flags);
}
