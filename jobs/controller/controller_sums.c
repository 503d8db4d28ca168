/* SPDX-License-Identifier: MIT */
/* What all workers of a run amount to. */
#include "base/text.h"
#include "jobs/controller/controller_internal.h"
#include "jobs/workers/autopsy.h"

#include <string.h>

void controller_points(struct wire_config *config, const struct job_set *set)
{
	const struct code_rule *fixed = config->code.rules.at;
	size_t n = config->code.rules.n;
	config->pp_set = job_set_pp(set);
	config->code.rules.at = NULL;
	config->code.rules.n = config->code.rules.cap = 0;
	for (size_t i = 0; i < n; i++)
		vec_push(&config->code.rules, fixed[i]);
	for (size_t i = 0; i < set->points.n; i++) {
		const struct job_point *p = &set->points.at[i];
		vec_push(&config->code.rules, (struct code_rule){.lo = p->pc - 1,
		                                                 .hi = p->pc,
		                                                 .caller = p->callsite,
		                                                 .module = CODE_ABSOLUTE,
		                                                 .caller_module = CODE_ABSOLUTE,
		                                                 .thread = p->thread,
		                                                 .kind = CODE_POINT});
	}
}

/* ---- findings and races ---- */

static struct finding copy_finding(const struct finding *f)
{
	struct buf b = {0};
	struct finding copy;
	finding_encode(&b, f);
	struct reader r = {b.at, b.n, false};
	bool good = finding_decode(&r, &copy);
	BUG_ON(!good);
	buf_release(&b);
	return copy;
}

bool controller_add_found(struct controller *c, uint32_t job, const struct found *f)
{
	size_t before = c->total.found.n;
	struct finding copy = copy_finding(&f->finding);
	bool error = copy.severity == SEVERITY_ERROR;
	outcome_add(&c->total, &copy);
	if (c->total.found.n == before)
		return false;
	vec_last(&c->total.found)->post_mortem = f->post_mortem;
	vec_last(&c->total.found)->job = job;
	c->errors += error;
	if (c->options.log.found)
		c->options.log.found(c->options.log.arg, vec_last(&c->total.found));
	return error;
}

/* What several jobs know of one pair is put together. */
static void merge_flags(const struct controller *c, struct race_record *r)
{
	for (size_t i = 0; i < c->total.races.n; i++) {
		const struct race_record *known = &c->total.races.at[i];
		if (!race_same(known, r))
			continue;
		bool turned = known->first.pc != r->first.pc || known->first.kind != r->first.kind;
		uint8_t either = known->flags | r->flags, both = known->flags & r->flags;
		r->flags = (uint8_t)((either & ~RACE_RECYCLED) | (both & RACE_RECYCLED) |
		                     (turned ? RACE_BOTH_ORDERS : 0));
	}
}

void controller_add_race(struct controller *c, const struct race_record *r)
{
	struct buf b = {0};
	struct race_record copy;
	race_encode(&b, r);
	struct reader in = {b.at, b.n, false};
	bool good = race_decode(&in, &copy);
	BUG_ON(!good);
	merge_flags(c, &copy);
	outcome_add_race(&c->total, &copy);
	buf_release(&b);
}

void controller_keep_maps(struct controller *c, const struct part_run *p)
{
	const struct outcome *o = &p->worker.outcome;
	if (o->ending == ENDING_NONE)
		worker_map(p->worker.process.pid, &c->total);
	if (!o->maps || (o->ending == ENDING_NONE && c->total.maps))
		return;
	mem_free(c->total.maps);
	c->total.maps = str_copy(o->maps);
}

/* ---- ends ---- */

static const char *space_limit(const struct wire_space *s)
{
	if (s->limited)
		return "executions given up at --max-depth";
	if (s->bounded)
		return "switches left out by --bound";
	if (s->truncated)
		return "schedules lost because they did not fit into memory";
	return s->complete ? NULL : "ended before everything was run";
}

char *controller_part_limit(const struct outcome *o)
{
	if (o->ending == ENDING_STUCK)
		return str_copy("ended by an execution without end");
	for (int i = 0; i < COUNT_COUNT; i++)
		if (counter_info[i].weight == COUNTER_WEAKENS && o->done.counters[i])
			return str_copy(counter_info[i].text);
	const char *limit = space_limit(&o->done.space);
	return limit ? str_copy(limit) : NULL;
}

static void take_error(struct controller *c, struct outcome *o)
{
	if (c->total.ending != ENDING_NONE)
		return;
	if (o->ending == ENDING_ERROR) {
		c->total.error = o->error;
		o->error = (struct wire_error){0};
		c->total.ending = ENDING_ERROR;
	} else if (o->ending == ENDING_DIED && o->trouble) {
		c->total.trouble = o->trouble;
		o->trouble = NULL;
		c->total.ending = ENDING_DIED;
	} else if (o->done.divergence.happened) {
		c->total.done.divergence = o->done.divergence;
		o->done.divergence.what = NULL;
		c->total.ending = ENDING_DONE;
	}
}

void controller_end_part(struct controller *c, struct part_run *p)
{
	struct outcome *o = &p->worker.outcome;
	uint64_t blocked = o->done.space.blocked;
	p->counts.executions = o->done.executions > blocked ? o->done.executions - blocked : 0;
	p->counts.events = o->done.events;
	p->counts.done = o->done;
	p->counts.done.schedule = (choice_vec){0};
	p->counts.done.divergence = (struct wire_divergence){0};
	controller_keep_maps(c, p);
	take_error(c, o);
}

void controller_note_death(struct controller *c, const struct part_run *p)
{
	mem_free(c->death);
	c->death = p->worker.outcome.trouble ? str_copy(p->worker.outcome.trouble) : NULL;
	if (p->worker.outcome.maps && !c->total.maps)
		c->total.maps = str_copy(p->worker.outcome.maps);
}

void controller_report_death(struct controller *c, uint32_t job, uint32_t part)
{
	const struct part_run *p = controller_part(c, job, part);
	struct found f = {.count = 1, .post_mortem = true};
	f.finding = (struct finding){
	        .kind = FINDING_ABORT,
	        .severity = SEVERITY_ERROR,
	        .thread = NO_THREAD,
	        .execution = p ? p->counts.executions + 1 : 1,
	        .message = str_copy(c->death ? c->death : "the program died"),
	};
	vec_push(&f.finding.notes,
	         (struct note){.text = str_copy("it died three times at the same place of the "
	                                        "search, and could not say where"),
	                       .thread = NO_THREAD});
	controller_add_found(c, job, &f);
	finding_release(&f.finding);
}

/* ---- sums ---- */

static void add_done(struct wire_done *to, const struct wire_done *d)
{
	for (int i = 0; i < COUNT_COUNT; i++)
		to->counters[i] += d->counters[i];
	to->choices += d->choices;
	to->space.blocked += d->space.blocked;
	to->space.limited += d->space.limited;
	to->space.bounded += d->space.bounded;
	to->space.truncated += d->space.truncated;
	if (to->threads < d->threads)
		to->threads = d->threads;
	if (to->snapshot_bytes < d->snapshot_bytes)
		to->snapshot_bytes = d->snapshot_bytes;
}

/* A part that moved between slots counts where it ran last. */
static void sum_up_time(struct controller *c)
{
	VEC(double) slots = {0};
	for (size_t i = 0; i < c->parts.n; i++) {
		const struct part_run *p = c->parts.at[i];
		double cpu_s = part_run_cpu_s(p) + p->lost_cpu;
		c->total.cpu_s += cpu_s;
		c->total.lost_cpu_s += p->lost_cpu;
		while (p->slot != NO_SLOT && slots.n <= p->slot)
			vec_push(&slots, 0);
		if (p->slot == NO_SLOT)
			continue;
		slots.at[p->slot] += cpu_s;
		if (c->total.busiest_cpu_s < slots.at[p->slot])
			c->total.busiest_cpu_s = slots.at[p->slot];
	}
	vec_release(&slots);
	c->total.idle_s = (double)c->idle_ms / 1000;
	c->total.elapsed_s = (double)controller_elapsed_ms(c) / 1000;
}

void controller_sum_up(struct controller *c)
{
	struct deepening_account a = deepening_account(&c->deepening);
	struct wire_done *done = &c->total.done;
	for (size_t i = 0; i < c->parts.n; i++) {
		const struct part_run *p = c->parts.at[i];
		done->executions += p->counts.executions + p->counts.done.space.blocked;
		done->events += p->counts.events;
		add_done(done, &p->counts.done);
		if (c->total.peak_rss_kb < p->peak_rss_kb)
			c->total.peak_rss_kb = p->peak_rss_kb;
	}
	done->counters[COUNT_MEMORY_PAUSES] += c->pauses;
	done->exit_status = -1;
	done->space.complete = a.total_coverage;
	done->space.estimated_executions = a.total;
	done->space.estimated_usecs = (a.left_ms + (double)controller_elapsed_ms(c)) * 1000;
	sum_up_time(c);
	if (c->total.ending == ENDING_NONE)
		c->total.ending = c->total.stopped ? ENDING_INTERRUPTED : ENDING_DONE;
}

void controller_begin_again(struct controller *c)
{
	for (size_t i = 0; i < c->deepening.slots.n; i++) {
		struct slot s = c->deepening.slots.at[i];
		struct part_run *p;
		if (s.job == NO_JOB)
			continue;
		p = controller_part(c, s.job, s.part);
		if (!p)
			p = controller_add_part(c, s.job, s.part);
		if (!p->works)
			controller_start(c, p, controller_elapsed_ms(c));
	}
}
