/* SPDX-License-Identifier: MIT */
#include "jobs/controller/controller.h"

#include "jobs/controller/controller_internal.h"
#include "jobs/system/interrupt.h"

#include <poll.h>
#include <time.h>

/* Progress is told so often: decisions need no more, and all of it is kept. */
#define PROGRESS_MS 200

static uint64_t clock_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

uint64_t controller_elapsed_ms(const struct controller *c)
{
	return c->earlier_ms + clock_ms() - c->start_ms;
}

struct part_run *controller_part(const struct controller *c, uint32_t job, uint32_t part)
{
	for (size_t i = 0; i < c->parts.n; i++)
		if (c->parts.at[i]->job == job && c->parts.at[i]->part == part)
			return c->parts.at[i];
	return NULL;
}

struct part_run *controller_add_part(struct controller *c, uint32_t job, uint32_t part)
{
	struct part_run *p = mem_alloc(sizeof(*p));
	part_run_init(p, job, part);
	vec_push(&c->parts, p);
	return p;
}

void controller_trouble(struct controller *c, struct result r)
{
	if (result_failed(c->trouble))
		result_release(&r);
	else
		c->trouble = r;
}

/* ---- what the manager is told ---- */

static void log_input(struct controller *c, const struct deepening_input *in)
{
	if (c->options.log.input)
		c->options.log.input(c->options.log.arg, in);
}

void controller_tell(struct controller *c, const struct deepening_input *in)
{
	log_input(c, in);
	deepening_apply(&c->deepening, in);
}

static void tell_progress(struct controller *c, struct part_run *p)
{
	const volatile struct wire_page *page = p->worker.page;
	double left_us = page->estimated_usecs - page->spent_usecs;
	struct deepening_input in = {.kind = INPUT_PROGRESS, .job = p->job, .part = p->part};
	/* Until its worker has an estimate, that of the one before it holds. */
	in.progress = c->deepening.jobs.at[p->job].parts.at[p->part].progress;
	in.progress.executions = p->counts.executions;
	in.progress.cpu_ms = (uint64_t)(part_run_cpu_s(p) * 1000);
	if (page->estimated_usecs > 0) {
		in.progress.total = page->estimated_executions;
		in.progress.eta_ms = left_us > 0 ? left_us / 1000 : 0;
	}
	controller_tell(c, &in);
}

static void tell_classes(struct controller *c, const struct part_run *p)
{
	uint64_t fresh = p->worker.page->classes & PP_SET_ALL & ~c->classes;
	for (int class = PP_NEVER + 1; fresh && class < PP_COUNT; class ++)
		if (fresh & PP_BIT(class))
			controller_tell(c, &(struct deepening_input){.kind = INPUT_CLASS_USED,
			                                             .number = (uint64_t) class});
	c->classes |= fresh;
}

static struct race_side side(const struct race_access *a)
{
	return (struct race_side){
	        .point = {.pc = a->pc, .callsite = ANY_CALLSITE, .thread = ANY_THREAD},
	        .kind = a->kind};
}

/*
 * A pair that was seen only with the memory freed and allocated again in between is none
 * until it is seen without that (QUICKSAND §5.2).
 */
static void tell_race(struct controller *c, uint32_t job, const struct race_record *r)
{
	struct deepening_input in = {.kind = INPUT_RACE, .job = job};
	if (r->flags & RACE_RECYCLED)
		return;
	in.race = (struct race_sighting){
	        .first = side(&r->first),
	        .second = side(&r->second),
	        .both_orders = r->flags & RACE_BOTH_ORDERS,
	        .first_execution = r->execution <= 1,
	};
	controller_tell(c, &in);
}

/* ---- what workers say ---- */

/* Races are told again when more is known of them: those with another look than before. */
static void take_races(struct controller *c, struct part_run *p)
{
	const struct outcome *o = &p->worker.outcome;
	bool news = false;
	for (size_t i = 0; i < o->races.n; i++) {
		const struct race_record *r = &o->races.at[i];
		if (i < p->race_flags.n && p->race_flags.at[i] == r->flags)
			continue;
		if (i >= p->race_flags.n)
			vec_push(&p->race_flags, r->flags);
		p->race_flags.at[i] = r->flags;
		if (c->options.log.raced)
			c->options.log.raced(c->options.log.arg, r);
		controller_add_race(c, r);
		tell_race(c, p->job, r);
		news = true;
	}
	if (news)
		controller_keep_maps(c, p);
}

static void take_findings(struct controller *c, struct part_run *p)
{
	const struct outcome *o = &p->worker.outcome;
	for (; p->seen_found < o->found.n; p->seen_found++) {
		const struct found *f = &o->found.at[p->seen_found];
		bool news = controller_add_found(c, p->job, f);
		controller_keep_maps(c, p);
		if (!news)
			continue;
		tell_progress(c, p); /* it may end the job */
		controller_tell(c, &(struct deepening_input){.kind = INPUT_BUG,
		                                             .job = p->job,
		                                             .part = p->part,
		                                             .number = c->total.found.n - 1,
		                                             .places = f->finding.preempted});
	}
}

/* It goes on from its last checkpoint: the manager need not know. */
static void start_with_threads(struct controller *c, struct part_run *p, uint64_t now)
{
	uint32_t asked_for = p->gives_to;
	c->many_threads = true;
	part_run_stop(p);
	if (asked_for != NO_PART)
		controller_refuse_split(c, p->job, asked_for);
	controller_start(c, p, now);
}

/* The job is of no use: another takes its place, and what it ran does not count. */
static void show_stacks(struct controller *c, uint32_t job)
{
	for (size_t i = 0; i < c->parts.n; i++) {
		struct part_run *p = c->parts.at[i];
		if (p->job != job)
			continue;
		if (p->works)
			part_run_stop(p);
		part_run_forget(p);
	}
	controller_tell(c, &(struct deepening_input){.kind = INPUT_STACKS, .job = job});
}

static void part_ended(struct controller *c, struct part_run *p)
{
	struct outcome *o = &p->worker.outcome;
	struct deepening_input in = {.job = p->job, .part = p->part};
	/* One that never starts is an error; one that was killed while it started is not. */
	if (o->ending == ENDING_DIED && !o->found.n && c->starts) {
		in.kind = INPUT_PART_DIED;
		in.number = p->counts.executions;
		controller_note_death(c, p);
	} else {
		if (o->done.counters[COUNT_CUT_SHORT] && !c->deepening.cut_short)
			controller_tell(c, &(struct deepening_input){.kind = INPUT_CUT_SHORT});
		in.kind = INPUT_PART_DONE;
		in.limit = controller_part_limit(o);
		controller_end_part(c, p);
		tell_progress(c, p);
	}
	uint32_t asked_for = p->gives_to;
	p->paused = false;
	part_run_stop(p);
	if (asked_for != NO_PART)
		controller_refuse_split(c, p->job, asked_for);
	p->unsaved = true;
	controller_tell(c, &in);
	mem_free(in.limit);
}

/* Everything a worker said, in its order: races and findings count before its end does. */
static void hear(struct controller *c, struct part_run *p, uint64_t now)
{
	part_run_count(p);
	c->starts |= p->worker.hello;
	tell_classes(c, p);
	take_races(c, p);
	take_findings(c, p);
	part_run_take(p, now);
	if (!p->works)
		return;
	if (p->suspending && p->worker.outcome.ending != ENDING_DONE) {
		if (part_run_suspended(p, now)) {
			tell_progress(c, p);
			part_run_stop(p);
		}
	} else if (p->worker.outcome.ending == ENDING_THREADS) {
		start_with_threads(c, p, now);
	} else if (p->worker.outcome.ending == ENDING_STACKS) {
		show_stacks(c, p->job);
	} else if (p->worker.outcome.ending != ENDING_NONE) {
		part_ended(c, p);
	} else if (p->gives_to != NO_PART && p->worker.outcome.orders != p->seen_orders) {
		p->seen_orders = p->worker.outcome.orders;
		controller_divide_asked(c, p, now);
	} else if (p->early && p->worker.outcome.orders) {
		controller_divide_early(c, p, now);
	}
}

/* ---- what the manager orders ---- */

void controller_start(struct controller *c, struct part_run *p, uint64_t now)
{
	struct wire_config config = c->options.worker.config;
	if (p->spilled && c->options.log.load)
		c->options.log.load(c->options.log.arg, p);
	controller_points(&config, &c->deepening.jobs.at[p->job].set);
	config.threads = c->many_threads ? 0 : FEW_THREADS;
	if (c->deepening.options.slots > 1)
		config.flags |= WIRE_DIVIDE_EARLY;
	p->slot = c->deepening.jobs.at[p->job].parts.at[p->part].slot;
	struct result r = part_run_start(p, &c->options.worker, &config, now);
	vec_release(&config.code.rules);
	if (result_failed(r))
		controller_trouble(c, r);
}

/* What it was asked to give away stays its own: it will not answer before it goes on. */
void controller_suspend(struct controller *c, struct part_run *p, uint64_t now)
{
	uint32_t asked_for = p->gives_to;
	p->gives_to = NO_PART;
	if (p->works)
		part_run_suspend(p, now);
	if (asked_for != NO_PART)
		controller_refuse_split(c, p->job, asked_for);
}

static void carry_out(struct controller *c, const struct deepening_command *command, uint64_t now)
{
	struct part_run *p = controller_part(c, command->job, command->part);
	if (p)
		p->paused = false;
	switch (command->kind) {
	case COMMAND_START:
		BUG_ON(p && p->works);
		if (!p) /* else it was divided from another one */
			p = controller_add_part(c, command->job, command->part);
		controller_start(c, p, now);
		break;
	case COMMAND_RESUME:
	case COMMAND_RESTART:
		BUG_ON(!p);
		if (p->works)
			p->suspending = false; /* it has not even noticed */
		else
			controller_start(c, p, now);
		break;
	case COMMAND_SUSPEND:
		if (p)
			controller_suspend(c, p, now);
		break;
	case COMMAND_CANCEL:
		if (p && p->works) {
			part_run_count(p);
			tell_progress(c, p);
			part_run_stop(p);
		}
		break;
	case COMMAND_SPLIT:
		controller_split(c, command);
		break;
	case COMMAND_REPORT_DEATH:
		controller_report_death(c, command->job, command->part);
		break;
	}
}

/* A decision that changes nothing need not be kept. */
static void decide(struct controller *c, uint64_t now)
{
	struct deepening *d = &c->deepening;
	struct deepening_command command;
	if (deepening_decide_matters(d, now))
		log_input(c, &(struct deepening_input){.kind = INPUT_DECIDE, .number = now});
	while (deepening_command(d, &command))
		carry_out(c, &command, now);
}

/* ---- the loop ---- */

static void tick(struct controller *c, uint64_t now)
{
	bool progress = now - c->progress_ms >= PROGRESS_MS;
	if (progress)
		c->progress_ms = now;
	for (size_t i = 0; i < c->parts.n; i++) {
		struct part_run *p = c->parts.at[i];
		if (!p->works)
			continue;
		worker_tick(&p->worker);
		part_run_tick(p, now);
		hear(c, p, now);
		if (p->works && !p->suspending && progress)
			tell_progress(c, p);
	}
	controller_watch_memory(c, now);
	if (c->options.watch)
		c->options.watch(c, c->options.watch_arg);
}

static void listen(struct controller *c, uint64_t now)
{
	VEC(struct pollfd) fds = {0};
	VEC(struct part_run *) who = {0};
	for (size_t i = 0; i < c->parts.n; i++) {
		struct part_run *p = c->parts.at[i];
		if (!p->works || p->worker.fd < 0)
			continue;
		vec_push(&fds, (struct pollfd){.fd = p->worker.fd,
		                               .events = worker_poll_events(&p->worker)});
		vec_push(&who, p);
	}
	vec_push(&fds,
	         (struct pollfd){.fd = c->interrupts_seen ? -1 : interrupt_fd(), .events = POLLIN});
	if (poll(fds.at, fds.n, WORKER_TICK_MS) > 0)
		for (size_t i = 0; i < who.n; i++)
			if (fds.at[i].revents) {
				worker_receive(&who.at[i]->worker);
				hear(c, who.at[i], now);
			}
	vec_release(&fds);
	vec_release(&who);
}

static uint32_t working(const struct controller *c)
{
	uint32_t n = 0;
	for (size_t i = 0; i < c->parts.n; i++)
		n += c->parts.at[i]->works;
	return n;
}

static void count_idle(struct controller *c, uint64_t ms)
{
	uint32_t n = working(c), slots = c->deepening.options.slots;
	if (n < slots)
		c->idle_ms += ms * (slots - n);
}

/* True: no more work is begun. */
static bool ended(struct controller *c)
{
	uint64_t budget = c->deepening.options.budget_ms;
	if (c->deepening.over || result_failed(c->trouble) || c->total.ending != ENDING_NONE)
		return true;
	if (budget && controller_elapsed_ms(c) >= budget)
		c->total.stopped = STOP_TIME;
	if (interrupt_count() > 0) {
		c->interrupts_seen = interrupt_count();
		c->total.stopped = STOP_INTERRUPT;
	}
	if (c->errors && !c->options.deepening.keep_going)
		return true;
	return c->total.stopped != STOP_NONE;
}

/* Every part that runs leaves a last checkpoint, unless a second interrupt says at once. */
static void wind_up(struct controller *c)
{
	uint64_t now = controller_elapsed_ms(c);
	for (size_t i = 0; i < c->parts.n; i++)
		if (c->parts.at[i]->works && !c->parts.at[i]->suspending)
			part_run_suspend(c->parts.at[i], now);
	while (working(c) && interrupt_count() < 2) {
		now = controller_elapsed_ms(c);
		listen(c, now);
		for (size_t i = 0; i < c->parts.n; i++)
			if (c->parts.at[i]->works) {
				worker_tick(&c->parts.at[i]->worker);
				/* One that had just been started could not be asked yet. */
				part_run_tick(c->parts.at[i], now);
				hear(c, c->parts.at[i], now);
			}
	}
	for (size_t i = 0; i < c->parts.n; i++)
		part_run_stop(c->parts.at[i]);
}

static void commit(struct controller *c, bool last)
{
	if (c->options.log.commit)
		c->options.log.commit(c->options.log.arg, c, last);
}

struct result controller_run(struct controller *c)
{
	uint64_t ticked = 0;
	c->start_ms = clock_ms();
	controller_begin_again(c);
	while (!ended(c)) {
		uint64_t now = controller_elapsed_ms(c);
		decide(c, now);
		commit(c, false);
		if (c->deepening.over)
			break;
		uint64_t before = now;
		listen(c, before);
		now = controller_elapsed_ms(c);
		count_idle(c, now - before);
		if (now - ticked >= WORKER_TICK_MS) {
			ticked = now;
			tick(c, now);
		}
	}
	if (c->deepening.out_of_time)
		c->total.stopped = STOP_TIME;
	wind_up(c);
	/* What was to be suspended has come to its end instead, and nothing else is left. */
	if (deepening_total(&c->deepening))
		c->total.stopped = STOP_NONE;
	commit(c, true);
	controller_sum_up(c);
	return c->trouble;
}

void controller_init(struct controller *c, const struct controller_options *options)
{
	*c = (struct controller){.options = *options, .trouble = result_ok()};
	deepening_init(&c->deepening, &options->deepening);
}

void controller_release(struct controller *c)
{
	for (size_t i = 0; i < c->parts.n; i++) {
		part_run_release(c->parts.at[i]);
		mem_free(c->parts.at[i]);
	}
	vec_release(&c->parts);
	mem_free(c->death);
	outcome_release(&c->total);
	deepening_release(&c->deepening);
}
